// Breaks the rule on purpose.

import { nothing } from 'a-package-nobody-declared';

export const holdStore = nothing;
