import type { RequestContext } from '@lodging/kit-runtime';
// create-connection: a calendar elsewhere is read from now on, the first time at once.
import { ok, refuse } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import type { Connection } from '../domain/connection.ts';
import { maskFeedUrl } from '../domain/mask-feed-url.ts';
import type { Connections, Vault } from './connection-ports.ts';
import type { FeedReader } from '../ports.ts';

export interface CreateConnectionDeps {
  readonly connections: Connections;
  readonly reader: Pick<FeedReader, 'check'>;
  readonly vault: Vault;
  readonly newId: NewId;
  readonly wakeSync: () => void;
}

export async function createConnection(
  { connections, reader, vault, newId, wakeSync }: CreateConnectionDeps,
  { tenantId, livemode }: RequestContext,
  { channel, feedUrl }: { readonly channel: string; readonly feedUrl: string },
): Promise<Result<Connection>> {
  const checked = await reader.check(feedUrl);
  if (!checked.ok) {
    const message = checked.refusal.message;
    return refuse('validation_failed', message, { errors: [{ pointer: '/feedUrl', message }] });
  }
  const id = newId();
  const connection = await connections.create(tenantId, {
    id,
    livemode,
    channel,
    sealedFeedUrl: vault.seal(tenantId, id, feedUrl),
    shownFeedUrl: maskFeedUrl(feedUrl),
  });
  wakeSync();
  return ok(connection);
}
