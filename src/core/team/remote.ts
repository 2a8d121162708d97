/**
 * A team's store, as the desk and the command line see it: a remote of the study's files, as a git remote is. Files stay
 * the truth at the desk; what a remote holds can be made of them, and they of it. A folder is one (`folder`), and
 * PostgreSQL (`postgres`), which gives items out as well.
 */

/** What somebody is in a study. */
export const parts = ['annotator', 'adjudicator', 'lead'] as const;
export type Part = (typeof parts)[number];

/** One's membership at a remote. */
export interface Membership {
  /** The study, as the remote names it. */
  readonly study: string;
  readonly name: string;
  readonly part: Part;
  /** Gives no items out any more; lines are taken still. */
  readonly closed: boolean;
  /** What one sent oneself, and how much the study takes of one member; undefined where there is no limit. */
  readonly used?: Allowance | undefined;
}

/** The part of a member's limit that was sent, in lines and bytes. */
export interface Allowance {
  readonly lines: number;
  readonly bytes: number;
  readonly mostLines: number;
  readonly mostBytes: number;
}

/** A line of a journal, without its newline. */
export interface RemoteLine {
  /** Its ULID; of a line that has none, a hash of its text. */
  readonly id: string;
  /** The item it is about; the empty text where none is named. */
  readonly item: string;
  /** Its number in the journal file, from 1. */
  readonly place: number;
  readonly text: string;
}

/**
 * The place up to which a journal was read, in the words of its remote; the empty text: not at all. It holds numbers as
 * `part:number`, which only grow while a remote loses nothing; where all parts are numbers themselves, they count
 * lines.
 */
export type Cursor = string;

/** A small document of a study, named by its path in it, with `/`. */
export interface RemoteDocument {
  readonly name: string;
  /** Changes with the text: a number, or a hash. */
  readonly version: string;
}

/**
 * A place that a study is shared at. Methods reject with `UserError`: with the problem `team.unreachable` where trying
 * again later may help.
 */
export interface Remote {
  /** Resolves to who one is. */
  me(): Promise<Membership>;
  /** Resolves to the cursor of each journal that one may read: a lead all, others their own. */
  heads(): Promise<ReadonlyMap<string, Cursor>>;
  /** The lines behind a cursor by bits, each with the cursor behind it. */
  lines(
    journal: string,
    since: Cursor,
  ): AsyncIterable<{ readonly lines: readonly SentLine[]; readonly cursor: Cursor }>;
  /** Appends lines durably, but those that are there (by `id`); resolves to how many were new. */
  append(journal: string, lines: readonly RemoteLine[]): Promise<number>;
  /** The study's documents that one may read. */
  documents(): Promise<readonly RemoteDocument[]>;
  /** The text of a document and its version; undefined where there is none. */
  document(name: string): Promise<{ readonly version: string; readonly text: string } | undefined>;
  /**
   * Writes a document (or removes it, without a text) where it still has a version (undefined: where there is none);
   * resolves to the new one, or to undefined where somebody else was there first.
   */
  putDocument(name: string, text: string | undefined, expected: string | undefined): Promise<string | undefined>;
  /** The bytes that a line of a journal may have; undefined where it does not matter. */
  readonly longestLine: number | undefined;
  /** What gives items out; undefined where everybody has the dataset, and the study's plan shares it out. */
  readonly leases: Leases | undefined;
  close(): Promise<void>;
}

/** The bytes that a line may have that a store takes. */
export const longestLine = 16 * 2 ** 20;

/** A line as a remote gives it back. */
export interface SentLine {
  readonly place: number;
  readonly text: string;
}

/** An item that was given to somebody to judge. */
export interface LeasedItem {
  readonly id: string;
  /** The item as it is shown (see `sealedItem`): a line of the desk's dataset. */
  readonly shown: string;
  readonly until: Date;
  /** The judgements of annotators, for an adjudicator: lines of their journals. */
  readonly lines: readonly string[];
}

/** Gives items out, so that each is judged by as many people as are wanted, and by nobody twice. */
export interface Leases {
  /** Takes up to `count` items for so many minutes (at least the study's own). */
  claim(count: number, minutes?: number): Promise<readonly LeasedItem[]>;
  /** Keeps what one holds, for so many minutes (at least the study's own); resolves to what that is, by id. */
  renew(minutes?: number): Promise<ReadonlyMap<string, Date>>;
  /** Gives items back: these, or all that one holds; resolves to how many. */
  release(items?: readonly string[]): Promise<number>;
}

/** An item for a team's store. */
export interface PublishedItem {
  /** As people are shown it. */
  readonly id: string;
  readonly realId: string;
  readonly shown: string;
  readonly hidden: string;
  /** The people who are to judge it: so many as are wanted, everybody (a control item), or everybody first (a test). */
  readonly kind: 'shared' | 'control' | 'test';
  /** How many people; undefined: as many as before, or as the study says. */
  readonly wants?: number | undefined;
  /** The people who judged it or skipped it before it was published. */
  readonly judged: readonly string[];
  readonly skipped: readonly string[];
}

/** The settings of a study that a lead may change in a store; undefined ones stay. */
export interface StudySettings {
  /** How many people judge an item that is published from now on. */
  readonly perItem?: number | undefined;
  /** Share of control items, from 0 to 0.5. */
  readonly controlRate?: number | undefined;
  readonly leaseMinutes?: number | undefined;
  /** The lines and bytes that the study takes of one member who is no lead. */
  readonly mostLines?: number | undefined;
  readonly mostBytes?: number | undefined;
}

/** The status of one member. */
export interface MemberStatus {
  readonly name: string;
  readonly part: Part;
  /** The time when they were last heard of; undefined where never. */
  readonly seen: Date | undefined;
  readonly removed: boolean;
  /** True for who set the study up, whom nobody removes. */
  readonly owner: boolean;
  /** Their link was not used yet. */
  readonly isOpen: boolean;
  /** Their link opens nothing any more. */
  readonly revoked: boolean;
  readonly invitedBy: string | null;
  /** The lead who asked for the removal of this lead, which waits for a second one. */
  readonly askedBy: string | null;
  /** What they sent themselves. */
  readonly sentLines: number;
  readonly sentBytes: number;
  /**
   * The time when the last of it came, by the clock of the store; and the latest time that it bears, by that of their
   * desk.
   */
  readonly received: Date | undefined;
  readonly made: Date | undefined;
  /** The seconds that their clock was ahead of the store's, at most; null where it never was. */
  readonly aheadSeconds: number | null;
  readonly leased: number;
  readonly judged: number;
  readonly skipped: number;
  readonly lines: number;
}

/** The status of a study. Counts are of items, or of an item's judgements by one person each. */
export interface TeamStatus {
  readonly items: number;
  readonly controls: number;
  /** Judgements that are wanted of all items but control items. */
  readonly wanted: number;
  /** How many of those are made or leased. */
  readonly taken: number;
  readonly judged: number;
  readonly leased: number;
  /** Items that more people judged than were wanted: their lines came late. */
  readonly over: number;
  /** Items that are given out no more, as the dataset holds others now. */
  readonly withdrawn: number;
  /** Items that wait for an adjudicator. */
  readonly disputed: number;
  readonly lines: number;
  readonly closed: boolean;
  /** The lines and bytes that the study takes of one member who is no lead. */
  readonly mostLines: number;
  readonly mostBytes: number;
  readonly members: readonly MemberStatus[];
}

/** A link that was taken back. */
export interface RevokedLink {
  readonly name: string;
  readonly part: Part;
  /** True once it was used; `seen`: when whoever has it was last heard of. */
  readonly used: boolean;
  readonly seen: Date | undefined;
  /** Sessions that were ended. */
  readonly ended: number;
}

/** The methods that only leads may call at a store that gives items out. */
export interface LeadRemote extends Remote {
  readonly leases: Leases;
  /** Writes a document of which others see something else, or nothing (undefined). */
  putShown(
    name: string,
    text: string | undefined,
    shown: string | undefined,
    expected: string | undefined,
  ): Promise<string | undefined>;
  /** Begins to publish all items that the study has now; resolves to the publication's number. */
  beginPublication(): Promise<number>;
  /** Adds items; those that are there keep who has them. Resolves to how many were new. */
  publish(items: readonly PublishedItem[], publication?: number): Promise<number>;
  /** Gives out no more what a publication did not hold; resolves to how many items that are. */
  withdrawOthers(publication: number): Promise<number>;
  /** Makes these items, by real id, what waits for adjudicators, beside those that are settled. */
  dispute(realIds: readonly string[]): Promise<void>;
  status(): Promise<TeamStatus>;
  /** Makes somebody a member, or gives a member a new password; resolves to the address that is theirs. */
  invite(name: string, part: Part): Promise<string>;
  configure(settings: StudySettings): Promise<void>;
  /** Ends a membership. That of a lead ends when the owner or a second lead asks for it too. */
  remove(name: string): Promise<'removed' | 'asked'>;
  /** Takes a removal back (`restored`), or the wish for one (`kept`). */
  restore(name: string): Promise<'restored' | 'kept'>;
  /** Takes back the links of these people, or all that nobody used yet. */
  revoke(names?: readonly string[]): Promise<readonly RevokedLink[]>;
  /** Closes the study, or opens it again. */
  setClosed(closed: boolean): Promise<void>;
}
