import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productDocument } from './product-document.ts';
import { writeTypes } from './write-types.ts';

await writeFile(join(import.meta.dirname, '../src/generated.ts'), await writeTypes(productDocument()));
