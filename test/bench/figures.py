"""Figures of the quality report by SciPy, or by their definitions, on the data of figures.mjs; prints how far they differ."""

import json
import sys

import numpy as np
from scipy import optimize, stats


def alpha(table, distance):
    """Krippendorff's alpha by its definition: coincidences, and every two values of them."""
    values = sorted({v for row in table for v in row})
    place = {v: i for i, v in enumerate(values)}
    o = np.zeros((len(values), len(values)))
    for row in table:
        for i, a in enumerate(row):
            for j, b in enumerate(row):
                if i != j:
                    o[place[a], place[b]] += 1 / (len(row) - 1)
    n_c = o.sum(axis=1)
    n = n_c.sum()
    d = np.array([[distance(values, n_c, i, j) for j in range(len(values))] for i in range(len(values))])
    return 1 - (n - 1) * (o * d).sum() / (np.outer(n_c, n_c) * d).sum()


def ordinal(values, n_c, i, j):
    low, high = min(i, j), max(i, j)
    return (n_c[low : high + 1].sum() - (n_c[low] + n_c[high]) / 2) ** 2


def fleiss(table):
    categories = sorted({v for row in table for v in row})
    counts = np.array([[row.count(c) for c in categories] for row in table])
    m = counts.sum(axis=1)[0]
    p = counts.sum(axis=0) / counts.sum()
    agreement = ((counts**2).sum(axis=1) - m) / (m * (m - 1))
    return (agreement.mean() - (p**2).sum()) / (1 - (p**2).sum())


def cohen(first, second):
    table = stats.contingency.crosstab(first, second, levels=(range(1, 6), range(1, 6)))[1]
    table = table / table.sum()
    same, chance = np.trace(table), table.sum(axis=1) @ table.sum(axis=0)
    return (same - chance) / (1 - chance)


def icc1(table):
    """From the F of the analysis of variance: (F - 1) / (F + k - 1)."""
    f = stats.f_oneway(*table).statistic
    return (f - 1) / (f + len(table[0]) - 1)


def w(rows):
    """Kendall's W is Friedman's chi squared over m (n - 1)."""
    columns = np.array(rows).T
    return stats.friedmanchisquare(*columns).statistic / (len(rows) * (len(rows[0]) - 1))


def logit(games):
    x = np.zeros((len(games), 5))
    for row, game in enumerate(games):
        for player, sign in ((game["winner"], 1), (game["loser"], -1)):
            if player < 4:
                x[row, player] += sign
        x[row, 4] = game["gap"]
    loss = lambda b: np.logaddexp(0, -x @ b).sum()
    slope = lambda b: -x.T @ (1 / (1 + np.exp(x @ b)))
    b = optimize.minimize(loss, np.zeros(5), jac=slope, method="BFGS", options={"gtol": 1e-10}).x
    p = 1 / (1 + np.exp(-(x @ b)))
    bread = np.linalg.inv(x.T @ (x * (p * (1 - p))[:, None]))
    clusters = sorted({g["item"] for g in games})
    meat = np.zeros((5, 5))
    for c in clusters:
        rows = [i for i, g in enumerate(games) if g["item"] == c]
        g = (x[rows] * (1 - p[rows])[:, None]).sum(axis=0)
        meat += np.outer(g, g)
    m = len(clusters)
    return b, np.sqrt(np.diag(bread @ meat @ bread) * m / (m - 1))


def plackett_luce(rankings):
    """By the definition of Turner et al. 2020: sets of one or two of what is left; a normal prior of precision 0.05."""

    def loss(b):
        worth, delta = b[:5], b[5]
        value = 0.025 * (worth**2).sum() + 0.5e-6 * delta**2
        for ranking in rankings:
            for depth, tier in enumerate(ranking["tiers"]):
                left = [m for t in ranking["tiers"][depth:] for m in t]
                if len(left) < 2:
                    continue
                score = lambda s: np.mean([worth[m] for m in s]) + (delta if len(s) > 1 else 0)
                sets = [(m,) for m in left] + [(m, n) for i, m in enumerate(left) for n in left[i + 1 :]]
                value += np.logaddexp.reduce([score(s) for s in sets]) - score(tier)
        return value

    return optimize.minimize(loss, np.zeros(6), method="BFGS", jac="3-point", options={"gtol": 1e-8}).x


def rao_kupper(pairs):
    """By the definition of Rao and Kupper 1967; the last is the log of the threshold, its own log is what is sought."""

    def loss(b):
        worth, tau = b[:5], np.exp(b[5])
        value = 0.025 * (worth**2).sum()
        for pair in pairs:
            d = worth[pair["first"]] - worth[pair["second"]]
            value += np.logaddexp(0, tau - d)
            if pair["outcome"] == 0:
                value += np.logaddexp(0, tau + d) - np.log(np.expm1(2 * tau))
        return value

    b = optimize.minimize(loss, np.append(np.zeros(5), -1), method="BFGS", jac="3-point", options={"gtol": 1e-8}).x
    return np.append(b[:5], np.exp(b[5]))


def figures(case):
    table = case["ratings"]
    weights, errors = logit(case["games"])
    return {
        "alpha, nominal": alpha(table, lambda v, n, i, j: float(i != j)),
        "alpha, ordinal": alpha(table, ordinal),
        "alpha, interval": alpha(table, lambda v, n, i, j: (v[i] - v[j]) ** 2),
        "alpha, ratio": alpha(table, lambda v, n, i, j: ((v[i] - v[j]) / (v[i] + v[j])) ** 2),
        "Fleiss’ kappa": fleiss(table),
        "Cohen’s kappa": cohen([r[0] for r in table], [r[1] for r in table]),
        "ICC(1,1)": icc1(table),
        "Kendall’s W, no ties": w(case["orders"]),
        "Kendall’s W, ties": w(case["depths"]),
        "Kendall’s tau-b": stats.kendalltau(case["depths"][0], case["depths"][1]).statistic,
        **(
            {"Plackett-Luce with ties": plackett_luce(case["rankings"]), "Rao-Kupper": rao_kupper(case["tied"])}
            if case["slow"]
            else {}
        ),
        "Bradley-Terry with a covariate": list(weights),
        "  its errors over items (sandwich)": list(errors),
    }


def differs(ours, theirs):
    if ours is None or (isinstance(theirs, float) and np.isnan(theirs)):
        # Where one of two orders ties everything there is none.
        assert ours is None and np.isnan(theirs)
        return 0.0
    return float(np.max(np.abs(np.atleast_1d(ours) - np.atleast_1d(theirs))))


cases = json.load(sys.stdin)
most = {}
for case in cases:
    for name, value in figures(case).items():
        most[name] = max(most.get(name, 0.0), differs(case["ours"][name], value))
print(f"{len(cases)} random studies; the greatest difference")
for name, value in most.items():
    print(f"  {name:40} {value:.1e}")
sys.exit(max(most.values()) > 1e-5)
