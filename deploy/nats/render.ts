import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authorization } from './authorization.ts';

writeFileSync(join(import.meta.dirname, 'authorization.conf'), authorization());
