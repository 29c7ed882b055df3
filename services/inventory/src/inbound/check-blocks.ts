import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { externalBlock } from '@lodging/contract-inventory';
import type { ExternalBlock } from '@lodging/contract-inventory';

const AT_ONCE = 500;

/** Throws where one of them does not fit. */
export async function checkBlocks(blocks: readonly ExternalBlock[]): Promise<void> {
  for (let from = 0; from < blocks.length; from += AT_ONCE) {
    for (const block of blocks.slice(from, from + AT_ONCE)) externalBlock.parse(block);
    await yieldToEventLoop();
  }
}
