// Breaks the law on purpose.

import { eventually } from '../../../packages/kit/testing/src/index.ts';

export const app = eventually;
