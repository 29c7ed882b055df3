import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runPnpm } from './pnpm.ts';

// CycloneDX 1.6 for each service, from the lockfile alone: what is to be shipped, before an image is built.
const directory = resolve(process.argv[2] ?? 'sbom');
mkdirSync(directory, { recursive: true });
const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
const scope = ['--prod', '--split', '--out', join(directory, '%s.cdx.json')];
const { status, stdout, stderr } = runPnpm(['--filter', './services/*', 'sbom', ...format, ...scope]);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status ?? 1;
