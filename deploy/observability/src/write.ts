import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles, HOME } from './generated-files.ts';

for (const [path, content] of generatedFiles()) writeFileSync(join(HOME, path), content);
