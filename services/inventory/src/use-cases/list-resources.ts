// Owns listing what a tenant sells, oldest first.
import type { listResources as operation } from '@lodging/contract-inventory';
import { ok } from '@lodging/kernel';
import type { z } from 'zod';
import type { Resources } from './ports.ts';
import { writeResource } from './wire.ts';

export function listResources({ resources }: { resources: Resources }) {
  return async (tenantId: string, page: z.infer<typeof operation.request>) => {
    const { items, nextAfter } = await resources.list(tenantId, page);
    return ok({ resources: items.map(writeResource), nextAfter });
  };
}
