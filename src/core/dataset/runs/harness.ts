import type { Message, Response, Run } from '../../model/item/item';
import type { Problem } from '../../model/problems/problem';
import type { JsonObject } from '../fields/recordFields';

/** Counts up when what is made of the same files changes, so that copies in a cache are made anew. */
export const runForm = 9;

/** What was asked, as far as one of its runs says it. */
export interface RunTask {
  /** What all runs of the task share, in whatever file: a benchmark's id, or what only this task has. */
  readonly id: string;
  readonly prompt: readonly Message[];
  readonly tools?: readonly JsonObject[];
  /** What a simulated user was told, and the agent was not: no part of a prompt, and for leads alone. */
  readonly scenario?: string;
  /** What the right end is (expected calls, a known patch): for leads, not before the judgement. */
  readonly truth?: string;
  readonly metadata?: JsonObject;
}

/**
 * One attempt. Without turns and patch it is an outcome that a file beside the runs tells, and joins the run that it is
 * of.
 */
export interface RunAttempt extends Omit<Run, 'harness'>, Pick<Response, 'verifiers' | 'model'> {
  readonly turns: readonly Message[];
  /** What is said of this run and is no outcome (where it went wrong, and why): for leads, not before the judgement. */
  readonly notes?: string;
  /** What people or models said of its steps: labels of the dataset, which an import takes over. */
  readonly labels?: readonly RunLabel[];
}

/** What somebody said of a run. */
export interface RunLabel {
  /** A person or people, or the model that judged. */
  readonly by: { readonly annotator: string } | { readonly judge: string };
  /** The first wrong turn of the run, from 0, and why. */
  readonly firstError?: { readonly turn: number; readonly note?: string };
  /** Ratings of the run as a whole, and why. */
  readonly ratings?: readonly { readonly aspect: string; readonly value: number; readonly note?: string }[];
}

/** What a harness's file holds: attempts, what is known of a task beside its attempts, and what could not be read. */
export type RunRecord =
  | { readonly task: RunTask; readonly run: RunAttempt }
  | { readonly task: RunTask; readonly run?: undefined }
  | { readonly told: Problem };

/** The beginning of a file. */
export interface RunHead {
  /** Its name, without folders. */
  readonly name: string;
  /** What it begins with. */
  readonly text: string;
  /** The first value, as far as it is seen: strings and lists may end early, and fields be missing. */
  readonly first: unknown;
  /** Those that follow on lines of their own. */
  readonly others: readonly unknown[];
}

/** A file to be read. */
export interface RunFile {
  readonly path: string;
  readonly name: string;
  /** The one JSON value that it is. */
  json(): Promise<unknown>;
  /** The files in it where it is an archive, the last one of each name; undefined where it is none. */
  entries(): Promise<readonly RunFileEntry[] | undefined>;
  /** The JSON value of a file at a path relative to this one; undefined where there is none. */
  beside(path: string): Promise<unknown>;
  /** The text of a file at a path relative to this one; undefined where there is none. */
  textBeside(path: string): Promise<string | undefined>;
  /** The names of the files and folders in a folder at a path relative to this one; none where there is no such folder. */
  names(path: string): Promise<readonly string[]>;
  /** Whether there is a file at a path relative to this one. */
  has(path: string): Promise<boolean>;
  /** Its lines as texts, without what ends them. */
  textLines(): AsyncIterable<string>;
  /** The values of its lines; undefined for a line that is no JSON. */
  lines(): AsyncIterable<unknown>;
}

/** A file in an archive. */
export interface RunFileEntry {
  readonly name: string;
  json(): Promise<unknown>;
}

/** A program that lets agents run and writes down what they did. */
export interface Harness {
  readonly name: string;
  /** For people: who writes the file. */
  readonly title: string;
  /** The code that writes or reads the files. */
  readonly origin: string;
  /** Texts of which one stands in the first bytes of each of its files: what has none is not looked at any closer. */
  readonly markers: readonly string[];
  /** Its files hold tasks alone: they say more of runs in other files, and are none themselves. */
  readonly tasksOnly?: true;
  /** Whether a file is one of its own, by marks that no other writer leaves. */
  matches(head: RunHead): boolean;
  /** Whether an archive with such files in it is one of its own. */
  matchesEntries?(names: readonly string[]): boolean;
  /** Reads all runs of a file, in its order. */
  runs(file: RunFile): AsyncIterable<RunRecord>;
}
