import { ownerOf } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Reader } from '../../ports/stays.ts';

export function readerOf(ctx: RequestContext): Reader {
  return { tenantId: ctx.tenantId, ownerId: ownerOf(ctx) };
}
