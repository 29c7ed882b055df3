import { call } from '../../admin-client.ts';
import type { Query } from '../../admin-client.ts';
import type { CliDeps } from '../../cli-deps.ts';
import { readPublicAccess } from '../../settings.ts';
import type { Command } from 'commander';

export interface PublicOptions {
  readonly apiUrl?: string;
  readonly keyFile?: string;
  readonly timeout: number;
  readonly json?: boolean;
}

interface Sent {
  readonly query?: Query;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}
export interface PublicRequests {
  readonly send: (method: string, path: string, sent?: Sent) => Promise<unknown>;
  /** All entries of a list; `member` names it in the answer. */
  readonly list: (
    path: string,
    member: string,
    query?: Query,
  ) => Promise<Readonly<Record<string, unknown>>[]>;
}

export function withPublicOptions(command: Command): Command {
  return command
    .option('--api-url <url>', 'address of the public API, such as http://127.0.0.1:8080')
    .option('--key-file <path>', 'file with a secret key of the tenant; - reads standard input');
}

export async function publicRequests(options: PublicOptions, deps: CliDeps): Promise<PublicRequests> {
  const { env, cwd, terminal } = deps;
  const readStdin = () => terminal.readStdin();
  const { apiUrl, key } = await readPublicAccess(options, { env, cwd, readStdin });
  const api = { url: apiUrl, token: key, name: 'public API' };
  const timeoutMs = options.timeout * 1000;
  const send: PublicRequests['send'] = (method, path, { query = {}, body, idempotencyKey } = {}) =>
    call({ api, timeoutMs, method, path, query, body, idempotencyKey });
  return {
    send,
    async list(path, member, query = {}) {
      const found: Readonly<Record<string, unknown>>[] = [];
      let cursor: string | undefined;
      do {
        const page: Record<string, unknown> = Object(
          await send('GET', path, { query: { ...query, cursor } }),
        );
        const entries = page[member];
        if (Array.isArray(entries)) found.push(...entries);
        cursor = typeof page['nextCursor'] === 'string' ? page['nextCursor'] : undefined;
      } while (cursor !== undefined);
      return found;
    },
  };
}
