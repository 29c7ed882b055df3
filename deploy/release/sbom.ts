import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isOwn, writeBillsOfMaterials } from './bill-of-materials.ts';

const [directory = 'sbom'] = process.argv.slice(2);
const target = resolve(directory);
mkdirSync(target, { recursive: true });
for (const { service, file, components } of writeBillsOfMaterials(target)) {
  const foreign = components.filter((one) => !isOwn(one)).length;
  process.stdout.write(`${service.padEnd(14)} ${String(foreign).padStart(4)} packages   ${file}\n`);
}
