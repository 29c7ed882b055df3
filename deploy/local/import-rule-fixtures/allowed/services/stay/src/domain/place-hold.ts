// Keeps the rules.

import { money } from '../../../../packages/kernel/src/index.ts';

export const placeHold = () => money;
