import { Lodging } from '@lodging/client';
import { McpServer } from '@modelcontextprotocol/server';
import manifest from '../package.json' with { type: 'json' };
import { keyKindOf } from './key-kind.ts';
import { tools } from './tools/index.ts';

const INSTRUCTIONS =
  'Books stays of one hotel operator. The way of a stay: search, quote, hold, send_code, verify_code, payment_link, ' +
  'confirm_stay. Show the guest the total, what is paid at the property and the terms of cancellation before ' +
  'payment_link. The guest pays on the page of payment_link; never accept card data. A result that is an error has ' +
  '`code` and `remedy`: follow the remedy.';

/** Below the 60 seconds for which clients wait, so that they get the refusal. */
const DEADLINE_MS = 45_000;

export interface ServerOptions {
  readonly url: string;
  readonly key: string;
  /** Sent as Origin, which publishable keys need. */
  readonly origin: string | undefined;
  readonly returnUrl: string | undefined;
  readonly log: (line: string) => void;
}

/** A server for one key. It has the tools that keys of this kind may use; the API checks their permissions. */
export function createServer({ url, key, origin, returnUrl, log }: ServerOptions): McpServer {
  const kind = keyKindOf(key);
  if (kind === undefined) throw new TypeError('This is no secret or publishable key.');
  const headers = origin === undefined ? {} : { origin };
  const lodging = new Lodging({ key, baseUrl: url, headers, deadlineMs: DEADLINE_MS });
  const server = new McpServer(
    { name: 'lodging', title: 'Lodging', version: manifest.version },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of tools)
    if (tool.keys === 'any' || kind === 'secret') tool.register(server, { lodging, kind, returnUrl, log });
  return server;
}
