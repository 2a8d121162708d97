import { setTimeout as passed } from 'node:timers/promises';
import { fileProblem, messageOf, problem, UserError, type FileProblem } from '../model/problems/problem';
import { ItemFeed } from './itemFeed';
import { currentTeam } from './joinTeam';
import { isLead } from './openRemote';
import { isUnreachable } from './postgres/storeConnection';
import type { Remote, TeamStatus } from './remote';
import type { TeamFile } from './teamFile';
import { TeamSync } from './teamSync';

/** Items that are taken at a time, and so many left bring the next ones. */
const block = 20;
const fewLeft = 10;

/** In milliseconds: how soon after a save, and how often, the remote is spoken to. */
const pace = {
  saved: 300,
  annotator: 15_000,
  lead: 5_000,
  documents: 60_000,
  renew: 5 * 60_000,
  status: 15_000,
  stop: 1500,
};
/** Milliseconds until a remote that cannot be reached is tried again: at first, and at most. */
const retry = { first: 2_000, most: 60_000 };

/** The state of a desk towards its remote. What is saved is saved here; what is sent is there too. */
export interface TeamState {
  /** `refused`: trying again does not help; `reason` says why. */
  readonly connection: 'connecting' | 'online' | 'offline' | 'refused';
  readonly reason: string | undefined;
  /** Lines that are saved here and not sent yet. */
  readonly waiting: number;
  /** Items in hand that are not judged; undefined until the store was asked. */
  readonly inHand: number | undefined;
  /** The store has no items left for this person. */
  readonly isOver: boolean;
  readonly closed: boolean;
  /** The status of the study, for a lead. */
  readonly status: TeamStatus | undefined;
  /** What is wrong with files that were sent or fetched. */
  readonly problems: readonly FileProblem[];
  /** Lines here that the remote does not take, until that is settled. */
  readonly refused: readonly FileProblem[];
}

const isSame = (a: readonly FileProblem[], b: readonly FileProblem[]): boolean =>
  a.length === b.length && a.every(({ line, message }, at) => line === b[at]?.line && message === b[at]?.message);

/** Callbacks for news of the remote. */
export interface TeamEvents {
  /** The state is another one. */
  changed(): void;
  /** New items lie in a file. Resolves once the desk has them. */
  items(path: string): Promise<void>;
  /** Other items may be one's own by now. */
  leasesChanged(): void;
  /** Tells whether an item needs no judgement by this person any more. */
  isDone(item: string): boolean;
}

/**
 * Keeps a desk and its remote together while the desk is open: sends what is saved, brings what is new, and takes items a
 * few ahead. Nothing at the desk waits for it; what fails is tried again.
 */
export class TeamDesk {
  private current: TeamState = {
    connection: 'connecting',
    reason: undefined,
    waiting: 0,
    inHand: undefined,
    isOver: false,
    closed: false,
    status: undefined,
    problems: [],
    refused: [],
  };
  private remote: Remote | undefined;
  private sync: TeamSync | undefined;
  private feed: ItemFeed | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** The time of the next sync, in milliseconds. */
  private due = 0;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private failures = 0;
  /** Items were given back: none are taken until they are asked for. */
  private isResting = false;
  private readonly last = { documents: 0, renew: 0, status: 0, take: 0 };

  /** The keys with which the study was opened. */
  private readonly openedWith: string | undefined;

  /** @param openRemote opens the remote; rejects where that cannot be, for example without a password */
  constructor(
    private readonly projectFile: string,
    private team: TeamFile,
    private readonly openRemote: () => Promise<Remote>,
    private readonly events: TeamEvents,
  ) {
    this.openedWith = team.key;
  }

  get state(): TeamState {
    return this.current;
  }

  /** Tells whether an item may be judged, as far as the store was asked. */
  isHeld(item: string): boolean {
    return this.feed?.isHeld(item) ?? true;
  }

  /** Begins to speak to the remote, or begins anew where it refused. */
  start(): void {
    if (this.current.connection === 'refused') this.set({ connection: 'connecting', reason: undefined });
    this.soon(0);
  }

  /** Something was saved: it is sent soon. */
  saved(): void {
    this.set({ waiting: this.current.waiting + 1 });
    if (this.current.connection === 'online') this.soon(pace.saved);
  }

  /** Does all that is due at once, and rejects where that fails. */
  async now(): Promise<void> {
    this.last.documents = this.last.renew = this.last.status = this.last.take = 0;
    if (this.current.connection === 'refused') this.set({ connection: 'connecting', reason: undefined });
    await this.once();
    const { connection, reason } = this.state;
    if (connection !== 'online') throw new UserError(reason ?? '');
  }

  /** Takes items to work on without a network. Resolves to how many were to be had. */
  async take(count: number, minutes: number): Promise<number> {
    this.isResting = false;
    await this.now();
    let taken = 0;
    while (taken < count && this.feed) {
      const more = await this.feed.take(count - taken, minutes);
      if (!more || more.count === 0) break;
      taken += more.count;
      if (more.path !== undefined) await this.events.items(more.path);
    }
    // What one held before is kept as long.
    await this.feed?.renew(minutes);
    this.count();
    return taken;
  }

  /** Gives back the items that are not judged. Resolves to how many. */
  async giveBack(): Promise<number> {
    await this.now();
    const count = (await this.feed?.giveBack()) ?? 0;
    // They would be taken again at once.
    this.isResting = true;
    this.count();
    this.events.leasesChanged();
    return count;
  }

  /** The remote, connected: for what a lead does there. Rejects where it cannot be reached. */
  async connected(): Promise<Remote> {
    await this.now();
    if (!this.remote) throw new UserError(problem('team.noTeam', {}));
    return this.remote;
  }

  /** Stops; what is saved is sent first, as far as that takes no longer than a moment. */
  async stop(): Promise<void> {
    if (this.current.connection === 'online' && this.current.waiting > 0)
      await Promise.race([this.once(), passed(pace.stop)]);
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running.catch(() => undefined);
    await this.remote?.close();
    this.remote = undefined;
  }

  private soon(milliseconds: number): void {
    const due = Date.now() + milliseconds;
    // One that comes sooner stays: who saves all the time is sent all the same.
    if (this.isStopped || (this.timer && this.due <= due)) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.once();
    }, milliseconds);
  }

  private once(): Promise<void> {
    this.running = this.running.then(() => this.step()).catch(() => undefined);
    return this.running;
  }

  /** Speaks to the remote once, and says when to do so again. Never rejects. */
  private async step(): Promise<void> {
    if (this.isStopped) return;
    try {
      await this.speak();
      this.failures = 0;
      this.set({ connection: 'online', reason: undefined });
      this.soon(this.team.part === 'lead' ? pace.lead : pace.annotator);
    } catch (error) {
      await this.failed(error);
    }
  }

  private async speak(): Promise<void> {
    const sync = await this.connect();
    const isDue = this.isDue('documents', pace.documents);
    const { refused } = await sync.sendJournals(isDue);
    this.set({ waiting: await sync.waiting() });
    if (!isSame(refused, this.current.refused)) this.set({ refused });
    if (isDue) {
      const pulled = await sync.pull();
      const pushed = this.team.part === 'lead' ? await sync.push() : undefined;
      this.set({
        problems: [...pulled.problems, ...(pushed?.problems ?? []), ...(await this.keyProblems())],
      });
      this.set({ closed: (await this.remote?.me())?.closed ?? false });
    } else if (this.team.part === 'lead') await sync.fetchJournals();
    if (this.feed) await this.supply(this.feed);
    if (this.team.part === 'lead' && this.remote && isLead(this.remote) && this.isDue('status', pace.status))
      this.set({ status: await this.remote.status() });
  }

  /** Journals are read with the keys of when the study was opened: another lead may have added one since. */
  private async keyProblems(): Promise<readonly FileProblem[]> {
    if (this.team.part !== 'lead' || !this.remote) return [];
    const { key } = await currentTeam(this.projectFile, this.team, this.remote);
    if (key === this.openedWith) return [];
    return [fileProblem('warning', this.projectFile, problem('team.keyChanged', {}))];
  }

  private async connect(): Promise<TeamSync> {
    if (this.sync) return this.sync;
    const remote = await this.openRemote();
    try {
      const { closed } = await remote.me();
      // A lead may have given them another part meanwhile.
      this.team = await currentTeam(this.projectFile, this.team, remote);
      const { part } = this.team;
      const sync = await TeamSync.open(this.projectFile, remote, this.team);
      this.remote = remote;
      this.feed = remote.leases && part !== 'lead' ? new ItemFeed(this.projectFile, remote.leases) : undefined;
      this.set({ closed });
      return (this.sync = sync);
    } catch (error) {
      await remote.close();
      throw error;
    }
  }

  /** Keeps one's leases, and takes items where few are left. */
  private async supply(feed: ItemFeed): Promise<void> {
    if (this.isDue('renew', pace.renew) && (await feed.renew())) this.events.leasesChanged();
    this.count();
    if ((this.current.inHand ?? 0) >= fewLeft || this.current.closed) return;
    // Where there was nothing, somebody may have given something back meanwhile.
    if (this.current.isOver && !this.isDue('take', pace.documents)) return;
    if (this.isResting) return;
    const taken = await feed.take(block);
    this.set({ isOver: taken === undefined });
    this.last.take = Date.now();
    if (taken?.path !== undefined) await this.events.items(taken.path);
    if (taken) this.events.leasesChanged();
    this.count();
  }

  private count(): void {
    const held = this.feed?.held;
    if (!held) return;
    let inHand = 0;
    for (const item of held) if (!this.events.isDone(item)) inHand++;
    this.set({ inHand });
  }

  private isDue(what: 'documents' | 'renew' | 'status' | 'take', every: number): boolean {
    const now = Date.now();
    if (now - this.last[what] < every) return false;
    this.last[what] = now;
    return true;
  }

  private async failed(error: unknown): Promise<void> {
    const reason = messageOf(error);
    if (isUnreachable(error)) {
      this.failures++;
      this.set({ connection: 'offline', reason });
      this.soon(Math.min(retry.first * 2 ** (this.failures - 1), retry.most) * (0.75 + Math.random() / 2));
    } else {
      const remote = this.remote;
      this.remote = this.sync = this.feed = undefined;
      await remote?.close();
      this.set({ connection: 'refused', reason });
      // A disk may be full, or somebody invited anew: now and then is enough.
      this.soon(5 * 60_000);
    }
  }

  private set(change: Partial<TeamState>): void {
    const before = this.current;
    this.current = { ...before, ...change };
    const changed = (Object.keys(change) as (keyof TeamState)[]).some((key) => before[key] !== this.current[key]);
    if (changed && !this.isStopped) this.events.changed();
  }
}
