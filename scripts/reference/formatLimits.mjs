// Finds out what an export format cannot hold: exports the example study again with one thing added at a time, and
// looks for it in the rows and among the reasons why there are none.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { judgments, openedStudy, records } from './exampleStudy.mjs';

/** A text that nothing else holds. */
const mark = (name) => `Mark-${name}-`;

const user = (content) => ({ role: 'user', content });
const assistant = (content) => ({ role: 'assistant', content });
const image = (name) => ({ type: 'image', image: `${name}.png` });

const calling = (argument) => ({
  role: 'assistant',
  content: '',
  tool_calls: [
    { id: 'c1', type: 'function', function: { name: 'find', arguments: JSON.stringify({ text: argument }) } },
  ],
});
const tools = [
  {
    type: 'function',
    function: {
      name: 'find',
      description: 'Finds a text',
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
    },
  },
];

/** The bytes of a PNG of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const changedAt = (responses, at, change) => responses.map((each, place) => (place === at ? change(each) : each));

/** Places of a dataset's record, each with how it is filled; `text` is the prompt. */
const ofRecords = {
  'a system prompt': ({ text, mark: m }) => ({ prompt: [{ role: 'system', content: m }, user(text)] }),
  'earlier turns of the conversation': ({ text, mark: m }) => ({ prompt: [user(m), assistant('Yes?'), user(text)] }),
  'a prompt that ends with an assistant turn': ({ text, mark: m }) => ({ prompt: [user(text), assistant(m)] }),
  'tool calls in the prompt': ({ text, mark: m }) => ({
    prompt: [
      user(text),
      calling(m),
      { role: 'tool', content: 'Found.', tool_call_id: 'c1', name: 'find' },
      assistant('I found it.'),
      user('And now?'),
    ],
    tools,
  }),
  'a response with several messages': ({ responses, at, mark: m }) => ({
    responses: changedAt(responses, at, ({ text, ...rest }) => ({
      ...rest,
      messages: [assistant(m), user('Go on.'), assistant(text)],
    })),
  }),
  'tool calls in a response': ({ responses, at, mark: m }) => ({
    responses: changedAt(responses, at, ({ text, ...rest }) => ({
      ...rest,
      messages: [calling(m), { role: 'tool', content: 'Found.', tool_call_id: 'c1', name: 'find' }, assistant(text)],
    })),
    tools,
  }),
  'an image in the prompt': ({ text }) => ({
    prompt: [{ role: 'user', content: [image(mark('picture')), { type: 'text', text }] }],
  }),
  'an image in a response': ({ responses, at }) => ({
    responses: changedAt(responses, at, ({ text, ...rest }) => ({
      ...rest,
      messages: [{ role: 'assistant', content: [{ type: 'text', text }, image(mark('picture'))] }],
    })),
  }),
  'the context of an item': ({ mark: m }) => ({ context: m }),
  'evidence of an item': ({ evidence, mark: m }) => ({
    evidence: [
      {
        ...evidence?.[0],
        id: 'p1',
        text: `${evidence?.[0].text ?? ''} ${m}`,
        ...(evidence && { sentences: [...evidence[0].sentences, m] }),
      },
    ],
  }),
};

/** Preferences in other words, where there are any. */
const ofPreferences = {
  'tied responses': ({ ranking, comparisons }) => ({
    ...(ranking && { ranking: { tiers: tied(ranking.tiers) } }),
    ...(comparisons && { comparisons: comparisons.map((each) => ({ ...each, outcome: 'tie', strength: undefined })) }),
  }),
  'comparisons without a clear preference (both good, both bad, too close, unsure)': ({ comparisons }) => ({
    ...(comparisons && {
      comparisons: comparisons.map((each) => ({ ...each, outcome: 'unsure', strength: undefined })),
    }),
  }),
};

/** The best two responses in one tier. */
const tied = ([first, second = [], ...rest]) => [[...first, ...second], ...rest];

/** What records and judgments may hold beside that, each where it is put; all at once. */
const ofEverything = {
  'reference answers': (m) => ({ record: { references: [m] } }),
  metadata: (m) => ({ record: { source_note: m } }),
  'names of models': (m, { responses }) => ({
    record: { responses: responses.map((each) => ({ ...each, model: m })) },
  }),
  'results of verifiers': (m, { responses }) => ({
    record: { responses: responses.map((each) => ({ ...each, verifiers: [{ name: m, passed: true }] })) },
  }),
  'names of annotators': (m) => ({ line: { annotator: m } }),
  'groups of annotators': (m) => ({ line: { group: m } }),
  rationales: (m) => ({ judgement: { rationale: m } }),
  critiques: (m) => ({
    judgement: ({ critiques = [] }) =>
      critiques.length > 0 && { critiques: critiques.map((each) => ({ ...each, text: m })) },
  }),
  'notes on verdicts': (m) => ({
    judgement: ({ verdicts }) => verdicts && { verdicts: verdicts.map((each) => ({ ...each, note: m })) },
  }),
  'notes on marked passages': (m) => ({ spans: m }),
  refinements: (m) => ({
    judgement: ({ refinements }) =>
      refinements && { refinements: refinements.map((each) => ({ ...each, text: `${each.text} ${m}` })) },
  }),
  demonstrations: (m) => ({ judgement: { demonstrations: [{ turns: [assistant(m)] }] } }),
  flags: (m) => ({ judgement: { flags: [{ flag: m }] } }),
  'questions about the prompt': (m) => ({ judgement: { clarification: m } }),
};

/**
 * Studies of one record, each with one thing added. Rows that hold it have `needle`; what is added to a response says
 * something of formats only whose rows have that response.
 */
function probesOf(record) {
  const { prompt: text, responses, evidence } = record;
  // Passages and steps that are marked in a text would be elsewhere in another one.
  const marked = ofItem(record.id).flatMap(
    ({ judgement: { steps = [], runSteps = [], calls = [], diffComments = [], takeovers = [], critiques = [] } }) => [
      ...[...steps, ...runSteps, ...calls, ...diffComments, ...takeovers].map(({ response }) => response),
      ...critiques.flatMap(({ response, spans }) => (spans ? [response] : [])),
    ],
  );
  const at = responses.findIndex(({ id }) => !marked.includes(id));
  return [
    ...Object.entries(ofRecords).map(([feature, fill], n) => ({
      feature,
      dataset: { ...record, ...fill({ text, responses, at, evidence, mark: mark(n) }) },
      judged: ofItem(record.id),
      needle: feature.includes('image') ? mark('picture') : mark(n),
      ...(feature.includes('a response') && { response: responses[at].text }),
    })),
    ...Object.entries(ofPreferences).map(([feature, change]) => ({
      feature,
      dataset: record,
      judged: ofItem(record.id).map((each) => ({
        ...each,
        judgement: { ...each.judgement, ...change(each.judgement) },
      })),
    })),
    {
      feature: 'a judgment under a context',
      dataset: record,
      judged: ofItem(record.id)
        .filter(({ context }) => context === undefined)
        .map((each) => ({ ...each, context: mark('context') })),
      needle: mark('context'),
    },
  ];
}

/** One study with all the rest, as nothing of it changes what becomes a row. */
function everythingOf(record) {
  const filled = Object.entries(ofEverything).map(([feature, fill], at) => {
    const needle = mark(`E${at}`);
    return { feature, needle, ...fill(needle, record) };
  });
  return {
    features: filled,
    dataset: filled.reduce((all, { record: own }) => merged(all, own), record),
    judged: ofItem(record.id).map((each) =>
      each.judgement.metaCritiques
        ? each
        : filled.reduce((all, { line, judgement, spans }) => filledIn(all, line, judgement, spans), each),
    ),
  };
}

/** Whether a row has a text, also within a text that is JSON itself, or line by line. */
const holds = (row, text) => text.split('\n').every((line) => row.includes(JSON.stringify(line).slice(1, -1)));

const more = (before, after) => Object.keys(after).filter((key) => (after[key] ?? 0) > (before[key] ?? 0));

/**
 * What each format does with each thing, by the format's name: `held` and `lost` (names of things; `everything` are
 * those beside prompt, responses and preference), and `reasons` (what gives no row, or a note, with the reason).
 * `optionsOf` gives the options of a format's export, `itemOf` names the item of which it has rows.
 */
export async function limitsOf({ source, folder, optionsOf, itemOf }) {
  const everything = Object.keys(ofEverything);
  const limits = new Map(
    source.exportFormats.map(({ name }) => [name, { held: [], lost: [], reasons: [], everything }]),
  );
  let studies = 0;
  /** What each of some formats makes of a study. */
  const exported = async (formats, { dataset, judged }) => {
    const name = `limits-${studies++}`;
    const { study } = await openedStudy({ source, folder, name, dataset: [dataset], judged });
    await writeFile(path.join(path.dirname(study.file), `${mark('picture')}.png`), Buffer.from(pixel, 'base64'));
    const made = await Promise.all(
      formats.map(async (format) => [format.name, await source.previewExport(study, optionsOf(format), 100)]),
    );
    await study.close();
    return new Map(made);
  };
  await Promise.all(
    records.map(async (record) => {
      const formats = source.exportFormats.filter(({ name }) => itemOf.get(name) === record.id);
      // Tables of everything that annotators entered hold no conversation.
      const ofConversations = formats.filter(({ keepsAll }) => !keepsAll);
      const before = await exported(ofConversations, { dataset: record, judged: ofItem(record.id) });
      for (const { feature, needle, response, ...study } of probesOf(record)) {
        const asked = ofConversations.filter(
          ({ name }) => response === undefined || before.get(name).rows.some(({ json }) => holds(json, response)),
        );
        for (const [name, { rows, tally }] of await exported(asked, study)) {
          const { held, lost, reasons } = limits.get(name);
          const { dropped, notes } = before.get(name).tally;
          for (const drop of more(dropped, tally.dropped)) reasons.push({ feature, drop });
          for (const note of more(notes, tally.notes)) reasons.push({ feature, note });
          if (needle === undefined || rows.length === 0) continue;
          (rows.some(({ json }) => json.includes(needle)) ? held : lost).push(feature);
        }
      }
      const { features, ...study } = everythingOf(record);
      for (const [name, { rows }] of await exported(formats, study))
        for (const { feature, needle } of features)
          limits.get(name)[rows.some(({ json }) => json.includes(needle)) ? 'held' : 'lost'].push(feature);
    }),
  );
  return limits;
}

/** The judgments of one item; what is said of critiques names the item's first annotation, which stays the first. */
const ofItem = (item) => judgments().filter((each) => each.item === item);

/** Responses keep what was put into them before. */
function merged(record, own) {
  if (!own?.responses) return { ...record, ...own };
  return {
    ...record,
    responses: record.responses.map((each, at) => ({
      ...each,
      ...own.responses[at],
      ...('model' in each && own.responses[at].model === each.model ? { model: each.model } : {}),
    })),
  };
}

function filledIn(line, own, judgement, spans) {
  const added = typeof judgement === 'function' ? judgement(line.judgement) : judgement;
  const critiques = (added || line.judgement).critiques ?? line.judgement.critiques;
  return {
    ...line,
    ...own,
    judgement: {
      ...line.judgement,
      ...(added || {}),
      ...(spans &&
        critiques && {
          critiques: critiques.map((each) =>
            each.spans ? { ...each, spans: each.spans.map((span) => ({ ...span, note: spans })) } : each,
          ),
        }),
    },
  };
}
