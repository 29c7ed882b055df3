// Breaks the law on purpose.

import { nothing } from 'a-package-nobody-declared';

export const holdStore = nothing;
