"""The pairs of every ranking, as one writes it down: usage: exportPairs.py DATASET OUT JOURNAL..."""

import json
import sys

dataset, out, *journals = sys.argv[1:]

judged = {}
for journal in journals:
    with open(journal, encoding="utf-8") as lines:
        for line in lines:
            annotation = json.loads(line)
            judged.setdefault(annotation["item"], []).append(annotation)

with open(dataset, encoding="utf-8") as lines, open(out, "w", encoding="utf-8") as rows:
    for line in lines:
        item = json.loads(line)
        texts = {response.get("id", f"r{number}"): response["text"] for number, response in enumerate(item["responses"], 1)}
        for annotation in judged.get(item["id"], []):
            tiers = annotation["judgement"]["ranking"]["tiers"]
            for place, tier in enumerate(tiers):
                for chosen in tier:
                    for lower in tiers[place + 1 :]:
                        for rejected in lower:
                            if texts[chosen] == texts[rejected]:
                                continue
                            row = {"prompt": item["prompt"], "chosen": texts[chosen], "rejected": texts[rejected]}
                            rows.write(json.dumps(row, ensure_ascii=False) + "\n")
