// Breaks the rule on purpose.

import '../../kernel/src/index.ts';
