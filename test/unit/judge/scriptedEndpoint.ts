import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question as it was posted. */
export interface Posted {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: {
    readonly json_schema?: { readonly schema: { readonly properties: Record<string, unknown> } };
  };
  readonly seed?: number;
}

/** What an endpoint does with a request: answers with a text, or fails in a way of its own. */
export type Reply = string | ((response: ServerResponse, request: IncomingMessage) => void);

/**
 * An endpoint on loopback that speaks OpenAI's chat completions, by a script.
 * @param script gets the question and the number of the request, from 1
 */
export async function scriptedEndpoint(script: (posted: Posted, request: number) => Reply): Promise<{
  readonly url: string;
  readonly posted: readonly Posted[];
  readonly keys: readonly string[];
  close(): Promise<void>;
}> {
  const posted: Posted[] = [];
  const keys: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const question = JSON.parse(body) as Posted;
      posted.push(question);
      keys.push(request.headers.authorization ?? '');
      const reply = script(question, posted.length);
      if (typeof reply === 'string') response.end(completionOf(reply));
      else reply(response, request);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    posted,
    keys,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** A chat completion that says a text. */
export const completionOf = (content: string | null, more: object = {}): string =>
  JSON.stringify({
    choices: [{ finish_reason: 'stop', message: { content }, ...more }],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
  });
