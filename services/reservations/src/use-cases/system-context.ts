import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';

const TIMEOUT_MS = 20_000;

/** For work that no client waits for. */
export function contextFor(
  record: { readonly tenantId: string; readonly livemode: boolean },
  timeoutMs = TIMEOUT_MS,
): RequestContext {
  return systemContext(record.tenantId, record.livemode, { timeoutMs });
}
