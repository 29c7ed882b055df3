import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderedFiles } from './rendered-files.ts';

for (const { path, text } of renderedFiles()) writeFileSync(join(import.meta.dirname, path), text);
