// Breaks the rule on purpose.

import { eventually } from '../../../packages/kit/testing/src/index.ts';

export const app = eventually;
