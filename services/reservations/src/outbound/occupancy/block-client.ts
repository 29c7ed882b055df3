import { listResourceBlocks } from '@lodging/contract-inventory';
import type { Bus } from '@lodging/kit-messaging';
import type { BlockClient } from '../../ports/occupancy.ts';

const READ = { timeoutMs: 1_500 };
const NO_STAY = {
  reference: null,
  groupId: null,
  state: null,
  guestName: null,
  partySize: null,
  source: null,
  balanceState: null,
  holdExpiresAt: null,
};

export function createBlockClient(bus: Bus): BlockClient {
  return {
    async list(ctx, { resourceIds, ...filter }) {
      const request = { ...filter, ...(resourceIds && { resourceIds: [...resourceIds] }) };
      const answer = await bus.request(listResourceBlocks, request, ctx, READ);
      if (!answer.ok) throw new Error(`inventory refused to list blocks: ${answer.refusal.code}`);
      const { resources, blocks, nextAfter } = answer.value;
      return {
        resources,
        nextAfter,
        blocks: blocks?.map(({ resourceId, kind: block, ...rest }) => ({
          resourceId,
          entry: { kind: 'block' as const, ...rest, ...NO_STAY, block },
        })),
      };
    },
  };
}
