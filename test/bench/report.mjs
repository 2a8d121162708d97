import { deskCases } from './deskDataset.mjs';
import { rounded, written } from './statistics.mjs';

/**
 * @typedef {object} Row
 * @property {string} question
 * @property {string} figure
 * @property {string} goal
 * @property {boolean} [met]
 */

/** One row for each figure that has a goal, and those that explain it. @returns {Row[]} */
export function goals({
  opening,
  indexing,
  formats,
  growth,
  searching,
  keys,
  desk,
  saving,
  journals,
  importing,
  reading,
  runs,
  memory,
  coverage,
  quality,
  next,
  export: exported,
  noise,
}) {
  /** @type {Row[]} */
  const rows = [];
  if (opening) {
    const { few, many } = opening.milliseconds;
    rows.push({ question: 'open to first card, 1,000 items', figure: written(few, 'ms'), goal: '' });
    rows.push({ question: 'open to first card, all items', figure: written(many, 'ms'), goal: '' });
    rows.push({
      question: '  all ÷ 1,000',
      figure: rounded(opening.ratio),
      goal: 'about 1 (under 1.25)',
      met: opening.ratio < 1.25,
    });
  }
  if (indexing) {
    const { wc, here, worker } = indexing.megabytesPerSecond;
    rows.push({ question: 'wc -l', figure: written(wc, 'MB/s'), goal: '' });
    rows.push({ question: 'index', figure: written(here, 'MB/s'), goal: '' });
    rows.push({
      question: '  ÷ wc -l',
      figure: rounded(indexing.ratioToWc.here.median),
      goal: '0.2 or more',
      met: indexing.ratioToWc.here.median >= 0.2,
    });
    rows.push({ question: 'index on its worker, thread start included', figure: written(worker, 'MB/s'), goal: '' });
    rows.push({
      question: '  ÷ wc -l',
      figure: rounded(indexing.ratioToWc.worker.median),
      goal: '0.2 or more',
      met: indexing.ratioToWc.worker.median >= 0.2,
    });
    rows.push({
      question: 'index kept from an earlier time, through the worker',
      figure: written(indexing.megabytesPerSecond.kept, 'MB/s'),
      goal: '',
    });
    rows.push({
      question: 'index, bytes an item',
      figure: rounded(indexing.indexBytesPerItem),
      goal: '8 or less',
      met: indexing.indexBytesPerItem <= 8,
    });
  }
  if (formats) {
    const groupings = { groups: 'Parquet as DuckDB writes it', small: 'Parquet in small row groups' };
    for (const [name, title] of Object.entries(groupings)) {
      for (const [ordinal, { here, next, jump, duckdb }] of Object.entries(formats.rows[name])) {
        rows.push({
          question: `${title}: open and read row ${Number(ordinal).toLocaleString('en')}; the next; one 7,000 away`,
          figure: `${written(here, 'ms')}; ${rounded(next.median)} ms; ${rounded(jump.median)} ms`,
          goal: '',
        });
        rows.push({ question: '  the same by DuckDB', figure: written(duckdb, 'ms'), goal: '' });
      }
    }
    for (const [kind, { megabytesPerSecond }] of Object.entries(formats.scans)) {
      for (const [name, speed] of Object.entries(megabytesPerSecond))
        rows.push({ question: `scan of ${kind}, every value: ${name}`, figure: written(speed, 'MB/s'), goal: '' });
    }
  }
  if (growth) {
    for (const [kind, sizes] of Object.entries(growth)) {
      rows.push({
        question: `${kind}, ${sizes.map(({ bytes }) => `${rounded(bytes / 1e6)} MB`).join(', ')}: highest RSS`,
        figure: sizes.map(({ rss }) => `${rounded(rss)} MB`).join(', '),
        goal: '',
      });
      const ratio = sizes.at(-1).rss / sizes.at(-3).rss;
      rows.push({
        question: '  the largest ÷ the second smallest, a twentieth of it',
        figure: rounded(ratio),
        goal: 'about 1 (under 1.25)',
        met: ratio < 1.25,
      });
    }
  }
  if (searching) {
    rows.push({ question: 'grep -ci for a rare word', figure: written(searching.milliseconds.grep, 'ms'), goal: '' });
    rows.push({
      question: 'search for it through all texts',
      figure: written(searching.milliseconds.search, 'ms'),
      goal: '',
    });
    rows.push({ question: '  ÷ grep -ci', figure: rounded(searching.ratio.median), goal: '' });
  }
  if (keys) {
    const { repaint } = keys;
    rows.push({
      question: 'key to repaint alone, no host: p50 / p95',
      figure: `${rounded(repaint.painted.median)} / ${rounded(repaint.painted.p95)} ms`,
      goal: '',
    });
    for (const [name, { changed, painted }] of [
      ['n to next item', keys.next],
      ['Enter to next item, saved', keys.save],
    ]) {
      rows.push({
        question: `${name}: in the document, p50 / p95`,
        figure: `${rounded(changed.median)} / ${rounded(changed.p95)} ms`,
        goal: '',
      });
      rows.push({
        question: `${name}: painted, p50 / p95`,
        figure: `${rounded(painted.median)} / ${rounded(painted.p95)} ms`,
        goal: 'p95 50 ms or less',
        met: painted.p95 <= 50,
      });
    }
  }
  if (desk) rows.push(...deskRows(desk, noise));
  if (saving) {
    const { few, many, floor } = saving.milliseconds;
    for (const [name, times] of [
      ['10 lines', few],
      [`${saving.lines.many.toLocaleString('en')} lines`, many],
      ['bare write and fsync', floor],
    ]) {
      rows.push({
        question: `save, ${name}: p50 / p95`,
        figure: `${rounded(times.median)} / ${rounded(times.p95)} ms`,
        goal: '',
      });
    }
    rows.push({
      question: '  many ÷ 10 lines, p50 / p95',
      figure: `${rounded(saving.ratio.median)} / ${rounded(saving.ratio.p95)}`,
      goal: 'about 1 (p50 under 1.25)',
      met: saving.ratio.median < 1.25,
    });
    rows.push({
      question: '  reading that journal when the study opens',
      figure: `${rounded(saving.opened.many.milliseconds / 1000)} s, ${rounded(saving.opened.many.heapMegabytes)} MB heap`,
      goal: '',
    });
  }
  if (importing) {
    const { import: imported, least, labels } = importing;
    const perSecond = ({ milliseconds }) =>
      `${Math.round(labels / (milliseconds.median / 1000)).toLocaleString('en')} labels/s`;
    rows.push({
      question: `import of ${labels.toLocaleString('en')} labels`,
      figure: `${written(imported.milliseconds, 'ms')}, ${perSecond(imported)}`,
      goal: '',
    });
    rows.push({
      question: '  the least: each line parsed, each annotation written',
      figure: `${written(least.milliseconds, 'ms')}, ${perSecond(least)}`,
      goal: '',
    });
    rows.push({
      question: '  ratio',
      figure: rounded(imported.milliseconds.median / least.milliseconds.median),
      goal: '',
    });
    rows.push({
      question: '  RSS at its highest',
      figure: `${rounded(imported.megabytes)} MB`,
      goal: 'under 300 MB',
      met: imported.megabytes < 300,
    });
  }
  if (reading) {
    for (const [name, { records, plan, parse, known, unknown }] of Object.entries(reading)) {
      const perRecord = ({ median }) => rounded((median / records) * 1000);
      rows.push({
        question: `${name}: how 200 records are read, found out`,
        figure: written(plan, 'ms'),
        goal: 'well under 100 ms',
        met: plan.median < 50,
      });
      rows.push({
        question: '  a record: parsed / read by a layout / by what was found out',
        figure: `${perRecord(parse)} / ${perRecord(known)} / ${perRecord(unknown)} µs`,
        goal: '',
      });
    }
  }
  if (runs) {
    const { steps, bytes, python, first, again, item, shown, message, rss, many } = runs;
    rows.push({
      question: `two runs of ${steps} calls, ${rounded(bytes / 1e6)} MB: parsed by python3’s json`,
      figure: written(python, 's'),
      goal: '',
    });
    rows.push({ question: '  opened for the first time, and copied', figure: written(first, 's'), goal: '' });
    const ready = again.median + item.median + shown.median;
    rows.push({
      question: '  opened again / its item read / made for the desk',
      figure: `${[again, item, shown].map(({ median }) => rounded(median)).join(' / ')} s, ${rounded(message / 1e6)} MB sent`,
      goal: 'together under 1 s',
      met: ready < 1,
    });
    rows.push({ question: '  RSS at its highest', figure: `${rounded(rss.median)} MB`, goal: '' });
    rows.push({
      question: `a folder of ${many.files} runs, ${rounded(many.bytes / 1e6)} MB: parsed by python3’s json`,
      figure: `${rounded(many.python)} s`,
      goal: '',
    });
    rows.push({
      question: '  study made / indexed / opened again',
      figure: `${rounded(many.created)} / ${rounded(many.seconds)} s (${rounded(many.bytes / 1e6 / many.seconds)} MB/s) / ${rounded(many.again)} s`,
      goal: '',
    });
    rows.push({
      question: '  an item read / all of them / bytes in the cache / RSS',
      figure: `${rounded(many.item * 1000)} ms / ${rounded(many.scanned)} s / ${rounded(many.kept / 1e6)} MB / ${rounded(many.rss)} MB`,
      goal: '',
    });
  }
  if (memory) {
    for (const [name, { before, after, highest }] of [
      ['1,000 items', memory.few],
      ['all items', memory.many],
    ]) {
      rows.push({
        question: `host, ${name}: RSS / PSS at rest`,
        figure: `${rounded(after.rss)} / ${rounded(after.pss)} MB`,
        goal: 'RSS under 300 MB',
        met: after.rss < 300,
      });
      rows.push({
        question: `host, ${name}: RSS at its highest`,
        figure: `${rounded(highest.rss)} MB (${rounded(before.rss)} before)`,
        goal: 'under 300 MB',
        met: highest.rss < 300,
      });
      rows.push({
        question: `its check, a process of its own: RSS at its highest`,
        figure: `${rounded(highest.check)} MB`,
        goal: '',
      });
    }
  }
  if (coverage) {
    const { opening, coverage: covered, again, duckdb } = coverage.milliseconds;
    const {
      opening: openingTime,
      coverage: coveredTime,
      again: againTime,
      duckdb: duckdbTime,
    } = coverage.processorMilliseconds;
    const what = `${coverage.criteria.toLocaleString('en')} criteria, ${coverage.annotations.toLocaleString('en')} annotations, ${coverage.verdicts.toLocaleString('en')} verdicts`;
    rows.push({
      question: `coverage of ${what}, in an open study`,
      figure: written(covered, 'ms'),
      goal: 'under 2 s',
      met: covered.median < 2000,
    });
    rows.push({
      question: '  the same where its items were looked at before',
      figure: written(again, 'ms'),
      goal: 'under 2 s',
      met: again.median < 2000,
    });
    rows.push({ question: '  opening that study before', figure: written(opening, 'ms'), goal: '' });
    rows.push({
      question: '  its matrix and rates alone, by DuckDB from the journals',
      figure: written(duckdb, 'ms'),
      goal: '',
    });
    rows.push({
      question: '  processor time of the four',
      figure: `${[coveredTime, againTime, openingTime, duckdbTime].map(({ median }) => rounded(median)).join(', ')} ms`,
      goal: '',
    });
    rows.push({ question: '  coverage ÷ DuckDB', figure: rounded(coverage.ratio.median), goal: '' });
  }
  for (const { name, curves } of next ?? []) {
    const [shuffled, informative] = curves;
    for (const [measure, what] of [
      ['heldOut', 'held-out accuracy'],
      ['labels', 'right labels of what may be judged'],
    ]) {
      rows.push({ question: `${name}: ${what}, judgments`, figure: shuffled.at.join('  '), goal: '' });
      for (const { order, [measure]: values } of curves)
        rows.push({ question: `  ${order}`, figure: values.map((value) => value.toFixed(3)).join(' '), goal: '' });
    }
    for (const [mark, judged] of shuffled.at.entries()) {
      if (judged !== 400) continue;
      const reached = informative.at.find((_, at) => informative.heldOut[at] >= shuffled.heldOut[mark]);
      rows.push({
        question: '  judgments for the held-out accuracy that 400 shuffled ones give',
        figure: reached === undefined ? 'never' : `${reached} or fewer`,
        goal: 'fewer than 400',
        met: reached !== undefined && reached < 400,
      });
    }
  }
  if (quality) {
    for (const [at, { items, annotations, opening, report }] of quality.sizes.entries()) {
      const what = `${annotations.toLocaleString('en')} annotations by 50 annotators on ${items.toLocaleString('en')} items`;
      rows.push({
        question: `quality report, all sections, ${what}, in an open study`,
        figure: written(report, 'ms'),
        goal: at === 1 ? 'under 10 s' : '',
        ...(at === 1 && { met: report.median < 10_000 }),
      });
      rows.push({ question: '  opening that study before', figure: written(opening, 'ms'), goal: '' });
    }
    const [few, , many] = quality.sizes;
    if (few && many)
      rows.push({
        question: '  milliseconds an annotation, largest ÷ smallest study',
        figure: rounded(many.report.median / many.annotations / (few.report.median / few.annotations)),
        goal: '',
      });
    rows.push({ question: '  highest RSS', figure: `${Math.round(quality.rss)} MB`, goal: '' });
  }
  if (journals) {
    const { one, many } = journals.seconds;
    const what = `${journals.journals} journals of ${journals.lines.toLocaleString('en')} lines`;
    rows.push({
      question: `${what}: tiebreak validate`,
      figure: written(many.validate, 's'),
      // A fifth of what it took before who judged an item, and under which guidelines, was kept from reading.
      goal: '4.16 s or less',
      met: many.validate.median <= 4.16,
    });
    rows.push({ question: '  the same of one journal', figure: written(one.validate, 's'), goal: '' });
    rows.push({ question: `${what}: opened, every line read`, figure: written(many.open, 's'), goal: '' });
    rows.push({ question: '  the same of one journal', figure: written(one.open, 's'), goal: '' });
  }
  if (exported) rows.push(...exportRows(exported));
  return rows;
}

/** What an export takes, here and elsewhere. @returns {Row[]} */
function exportRows({ items, bytes, rows: pairs, outBytes, contestants, ratios, host }) {
  const whole = (number) => number.toLocaleString('en');
  /** @type {Row[]} */
  const rows = [
    {
      question: `${whole(items)} ranked items (${rounded(bytes.dataset / 1e9)} GB, journal ${rounded(bytes.journals / 1e6)} MB) to trl-dpo-text`,
      figure: `${whole(pairs)} pairs, ${rounded(outBytes / 1e9)} GB`,
      goal: '',
    },
  ];
  for (const [name, title] of [
    ['here', 'here'],
    ['python', 'python3, json'],
    ['duckdb', 'DuckDB, COPY'],
  ]) {
    const { seconds, processorSeconds, rss } = contestants[name];
    rows.push({
      question: `  ${title}: by the clock; of processors; highest RSS`,
      figure: `${written(seconds, 's')}; ${rounded(processorSeconds.median)} s; ${rounded(rss.median)} MB`,
      goal: name === 'here' ? 'under 300 MB' : '',
      ...(name === 'here' && { met: rss.median < 300 }),
    });
  }
  rows.push({
    question: '  python3 ÷ here',
    figure: rounded(ratios.python.median),
    goal: '3 or more',
    met: ratios.python.median >= 3,
  });
  rows.push({
    question: '  DuckDB ÷ here',
    figure: rounded(ratios.duckdb.median),
    goal: '1 or more',
    met: ratios.duckdb.median >= 1,
  });
  const { rest, exporting, seconds, annotations } = host;
  rows.push({
    question: `host while its worker exports ${whole(annotations)} annotations (${rounded(seconds)} s): its loop late by p99, at most; at rest`,
    figure: `${rounded(exporting.p99)}, ${rounded(exporting.max)} ms; ${rounded(rest.p99)}, ${rounded(rest.max)} ms`,
    goal: 'p99 under 50 ms',
    met: exporting.p99 < 50,
  });
  return rows;
}

/** What each kind of item takes at the desk. @returns {Row[]} */
function deskRows({ webview, cases }, noise) {
  const rows = Object.entries(webview).map(([name, { bytes, gzip }]) => ({
    question: `${name}, by gzip`,
    figure: `${rounded(bytes / 1000)} kB, ${rounded(gzip / 1000)} kB`,
    goal: '',
  }));
  for (const { name, title, goal } of deskCases.filter((each) => each.name in cases)) {
    const { start, keys } = cases[name];
    rows.push({
      question: `${title}: from the page's beginning to its first paint; to the first card`,
      figure: `${rounded(start.anything)} ms; ${rounded(start.card)} ms`,
      goal: '',
    });
    rows.push({
      question: '  something waited for a processor',
      figure: `${rounded(noise[title] * 100)} % of the time`,
      goal: '',
    });
    for (const [key, what, most] of [
      ['repaint', 'key to repaint alone, no host'],
      ['place', 'digit to the place', goal.place],
      ['next', 'n to next item', goal.next],
      ['save', 'Enter to next item, saved', goal.next],
    ]) {
      const { changed, painted } = keys[key];
      rows.push({
        question: `  ${what}: in the document, painted; p50 / p95`,
        figure: `${rounded(changed.median)} / ${rounded(changed.p95)} ms, ${rounded(painted.median)} / ${rounded(painted.p95)} ms`,
        goal: most === undefined ? '' : `p95 ${most} ms or less`,
        ...(most !== undefined && { met: painted.p95 <= most }),
      });
    }
  }
  return rows;
}

/** @param {readonly Row[]} rows */
export function table(rows) {
  const lines = [
    ['', 'median (10th to 90th percentile)', 'goal', ''],
    ...rows.map(({ question, figure, goal, met }) => [
      question,
      figure,
      goal,
      met === undefined ? '' : met ? 'met' : 'MISSED',
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
