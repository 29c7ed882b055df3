import { readResource, replaceBlocks } from '@lodging/contract-inventory';
import type { ExternalBlock } from '@lodging/contract-inventory';
import { ok, refuse } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';

export interface Step {
  readonly tenantId: string;
  readonly connectionId: string;
  readonly sequence: number;
  readonly blocks: readonly ExternalBlock[];
  readonly mappedTo: readonly string[] | undefined;
}

export interface StubInventory {
  readonly routes: Route[];
  readonly steps: Step[];
  /** Throws before it takes anything, while it is set. */
  isBroken: boolean;
  addResource(tenantId: string, resourceId: string, timezone?: string): void;
  blocks(connectionId: string): readonly ExternalBlock[];
}

export function stubInventory(): StubInventory {
  const zones = new Map<string, string>();
  const steps: Step[] = [];
  const latest = (connectionId: string) =>
    steps
      .filter((step) => step.connectionId === connectionId)
      .reduce<Step | undefined>(
        (last, step) => (last !== undefined && last.sequence > step.sequence ? last : step),
        undefined,
      );
  const stub: StubInventory = {
    steps,
    isBroken: false,
    addResource: (tenantId, resourceId, timezone = 'Europe/Berlin') => {
      zones.set(`${tenantId} ${resourceId}`, timezone);
    },
    blocks: (connectionId) => latest(connectionId)?.blocks ?? [],
    routes: [
      on(readResource, ({ resourceId }, { tenantId }) => {
        const timezone = zones.get(`${tenantId} ${resourceId}`);
        if (timezone === undefined) return Promise.resolve(refuse('resource_not_found', 'none'));
        return Promise.resolve(ok({ ...RESOURCE, id: resourceId, timezone }));
      }),
      on(replaceBlocks, ({ connectionId, sequence, mappedTo, ...given }, { tenantId }) => {
        if (stub.isBroken) throw new Error('inventory is broken');
        const blocks = given.blocks.map((block) => ({ inboundEvent: block.key, ...block }));
        steps.push({ tenantId, connectionId, sequence, blocks, mappedTo });
        return Promise.resolve(ok({ added: 0, moved: 0, removed: 0, kept: 0 }));
      }),
    ],
  };
  return stub;
}

const RESOURCE = {
  kind: 'apartment' as const,
  name: 'Villa',
  slug: 'villa',
  capacity: 2,
  currency: 'EUR',
  units: 1,
  photoUrls: [],
  checkInTime: '15:00',
  checkOutTime: '11:00',
  description: null,
  features: [],
  archivedAt: null,
  cancellationPolicyCode: null,
  deposit: null,
  roomType: null,
  ratePlans: [],
};
