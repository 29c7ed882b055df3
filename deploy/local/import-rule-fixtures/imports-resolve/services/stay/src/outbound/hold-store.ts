// Breaks the rule on purpose.

import { nothing } from 'a-package-not-declared';

export const holdStore = nothing;
