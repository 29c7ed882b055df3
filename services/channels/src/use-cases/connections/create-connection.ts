import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Connection } from '../../domain/connections/connection.ts';
import { maskFeedUrl } from '../../domain/connections/mask-feed-url.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type CreateConnectionDeps = Pick<
  ChannelsDeps,
  'connections' | 'reader' | 'vault' | 'newId' | 'wakeSync'
>;

/** Far more than a tenant has resources on other channels; each is fetched every few minutes. */
const MAX_CONNECTIONS = 2_000;

/** The feed is synced at once, and at the regular interval from then on. */
export async function createConnection(
  { connections, reader, vault, newId, wakeSync }: CreateConnectionDeps,
  { tenantId, livemode }: RequestContext,
  { channel, feedUrl }: { readonly channel: string; readonly feedUrl: string },
): Promise<Result<Connection>> {
  const checked = await reader.check(feedUrl);
  if (!checked.ok) {
    const { message } = checked.refusal;
    return refuse('validation_failed', message, { errors: [{ pointer: '/feedUrl', message }] });
  }
  const id = newId();
  const sealedFeedUrl = vault.seal(tenantId, id, feedUrl);
  const masked = maskFeedUrl(feedUrl);
  const created = { id, livemode, channel, sealedFeedUrl, feedUrl: masked };
  const connection = await connections.create(tenantId, created, MAX_CONNECTIONS);
  if (connection === undefined) {
    const detail = `A tenant has at most ${MAX_CONNECTIONS} channel connections.`;
    return refuse('limit_reached', detail, { limit: MAX_CONNECTIONS });
  }
  wakeSync();
  return ok(connection);
}
