import { event } from '@lodging/contract-wire';
import { z } from 'zod';
import { conflict } from './records.ts';

/** A guest of another channel and one of ours want the same unit: a new conflict, or a settled one whose dates changed. */
export const conflictOpened = event({
  context: 'channels',
  aggregate: 'conflict',
  verb: 'opened',
  data: z.object({ conflict }),
});
