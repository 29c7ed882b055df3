import { blockChanges, blockKind, listedBlock, newBlock } from '@lodging/contract-inventory';
import { boundedArray, instant, localDate, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { listPage, pageQuery } from './paging.ts';

/** The idempotency key is a header. */
export const blockBody = newBlock;

const CHANGES = Object.keys(blockChanges.shape) as (keyof typeof blockChanges.shape)[];
export const blockChangesBody = blockChanges
  .refine((body) => CHANGES.some((name) => body[name] !== undefined), 'must have a field to change')
  .meta({
    id: 'BlockUpdate',
    description: 'The fields to change. A date is kept with its time unless one of them is sent.',
    example: { to: '2027-06-16', note: null },
  });

const moment = instant.or(localDate);

/** A date is that of each resource. */
export const blocksQuery = pageQuery.extend({
  resourceId: uuid.optional().meta({ description: 'Blocks of this resource.' }),
  from: moment.optional().meta({ description: 'Blocks that end after this date or time.' }),
  to: moment.optional().meta({ description: 'Blocks that begin before this date or time.' }),
  kind: blockKind.optional().meta({ description: 'Blocks of this kind.' }),
  imported: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .transform((value) => value === 'true')
    .meta({ description: 'True adds imported blocks, unless `kind` is sent.' }),
});

export const blockPage = listPage('blocks', listedBlock, {
  id: 'BlockPage',
  description: 'A page of blocks.',
});

const ids = z
  .string()
  .transform((value) => value.split(','))
  .pipe(boundedArray(uuid, { min: 1, max: 100 }));

export const occupancyQuery = pageQuery.extend({
  from: localDate.meta({ description: 'The first night.' }),
  to: localDate.meta({ description: 'Exclusive; at most 92 nights.' }),
  roomTypeId: uuid.optional().meta({ description: 'Resources of this room type.' }),
  resourceIds: ids.optional().meta({
    description: 'At most 100 resources, separated by commas.',
    override: { type: 'string' },
  }),
});
