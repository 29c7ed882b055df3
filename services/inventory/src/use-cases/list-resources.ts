import type { listResources as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import type { Resources } from './ports.ts';
import { writeResource } from './wire.ts';

export function listResources({ resources }: { resources: Resources }) {
  return async (tenantId: string, page: RequestOf<typeof operation>) => {
    const { items, nextAfter } = await resources.list(tenantId, page);
    return ok({ resources: items.map(writeResource), nextAfter });
  };
}
