// Lawful.

import { money } from '../../../../packages/kernel/src/index.ts';

export const placeHold = () => money;
