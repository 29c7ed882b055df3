import { runPnpm } from './pnpm.ts';
import { readAudit } from './read-audit.ts';

const audit = readAudit(runPnpm(['audit', '--prod', '--json']));
switch (audit.kind) {
  case 'unavailable':
    process.stderr.write(`The registry did not answer the request for advisories: ${audit.reason}\n`);
    process.exitCode = 3;
    break;
  case 'clean':
    process.stdout.write('No advisory for a production dependency.\n');
    break;
  case 'found':
    for (const { severity, package: name, title, url } of audit.advisories) {
      process.stdout.write(`${severity.padEnd(9)} ${name}: ${title} (${url})\n`);
    }
    process.exitCode = 1;
}
