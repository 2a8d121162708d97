import type { Media, Message } from '../../../model/item/item';
import { isObject, type JsonObject } from '../../fields/recordFields';
import type { RecordReader } from '../../records/recordReader';
import { byShape } from '../../records/recordShape';
import { toolsIn } from '../../items/toolCalls';
import type { Content } from '../layout';

/** What trainers' rows name beside their messages: tools, and media in columns of their own. */

const mayHaveTools = byShape((shape) => shape.mayHave('tools'));

/** The tools that the record defines, as a list or as its JSON text. What is neither stays in the metadata. */
export function toolsAt(record: RecordReader): Pick<Content, 'tools'> {
  if (!mayHaveTools(record)) return {};
  const tools = toolsIn(record.value('tools'));
  if (!tools) record.keep('tools');
  return tools ? { tools } : {};
}

const columns: readonly (readonly [kind: Media['kind'], names: readonly string[], placeholder: string])[] = [
  ['image', ['images', 'image'], '<image>'],
  ['video', ['videos', 'video'], '<video>'],
  ['audio', ['audios', 'audio'], '<audio>'],
];

/** The columns of media that a record may have. */
const columnsIn = byShape((shape) =>
  columns.flatMap(([kind, names, placeholder]) => {
    const own = names.filter((name) => shape.mayHave(name));
    return own.length === 0 ? [] : [[kind, own, placeholder] as const];
  }),
);

/**
 * A prompt with the media that the record names in `images`, `videos` and `audios`: each with the turn that holds its
 * placeholder (`<image>`), those without one with the first turn of the person who asks. (hiyouga/LLaMA-Factory,
 * data/README.md; modelscope/ms-swift, docs/source_en/Customization/Custom-dataset.md, "Multimodal"; huggingface/trl,
 * docs/source/dataset_formats.md.)
 */
export function withMedia(record: RecordReader, prompt: readonly Message[]): readonly Message[] {
  const there = columnsIn(record);
  if (there.length === 0) return prompt;
  const named: { readonly kind: Media['kind']; readonly placeholder: string; readonly sources: readonly string[] }[] =
    [];
  for (const [kind, names, placeholder] of there) {
    const sources = sourcesIn(record, names);
    if (sources.length > 0) named.push({ kind, placeholder, sources });
  }
  if (named.length === 0) return prompt;
  const found = new Map<number, Media[]>();
  const asked = Math.max(
    0,
    prompt.findIndex(({ role }) => role === 'user'),
  );
  for (const { kind, placeholder, sources } of named) {
    const places = prompt.flatMap(({ content }, turn) =>
      [...content.matchAll(new RegExp(placeholder, 'g'))].map(({ index }) => ({ turn, at: index })),
    );
    sources.forEach((source, i) => {
      const { turn, ...place } = places[i] ?? { turn: asked };
      found.set(turn, [
        ...(found.get(turn) ?? []),
        { kind, source, ...('at' in place && { at: place.at, marker: placeholder }) },
      ]);
    });
  }
  return prompt.map((message, turn) => {
    const media = found.get(turn);
    return media ? { ...message, media: [...(message.media ?? []), ...media] } : message;
  });
}

/**
 * The media that an object names in the same columns, beside a text or messages of its own, and which columns these
 * are.
 */
export function mediaColumnsOf(entry: JsonObject): {
  readonly media: readonly Media[];
  readonly fields: readonly string[];
} {
  let found: { readonly media: Media[]; readonly fields: string[] } | undefined;
  for (const [kind, names] of columns)
    for (const name of names)
      if (Object.hasOwn(entry, name))
        for (const source of pathsIn(entry[name])) {
          found ??= { media: [], fields: [] };
          found.media.push({ kind, source });
          found.fields.push(name);
        }
  return found ?? noMedia;
}

const noMedia = { media: [], fields: [] } as const;

const nothing: readonly string[] = [];

function sourcesIn(record: RecordReader, names: readonly string[]): readonly string[] {
  let all = nothing;
  for (const name of names) {
    const sources = sourcesAt(record, name);
    if (sources.length > 0) all = [...all, ...sources];
  }
  return all;
}

/** Paths and URLs in a column; it stays in the metadata where it holds something else (bytes). */
function sourcesAt(record: RecordReader, name: string): readonly string[] {
  const value = record.value(name);
  if (value === undefined || value === null) {
    record.keep(name);
    return nothing;
  }
  const sources = pathsIn(value);
  if (sources.length === 0) record.keep(name);
  return sources;
}

/** The paths and URLs that a value lists; none where it holds anything else too. */
function pathsIn(value: unknown): readonly string[] {
  const sources = (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) =>
    isObject(each) ? (each.path ?? each.url) : each,
  );
  return sources.every((source): source is string => typeof source === 'string' && source !== '') ? sources : nothing;
}
