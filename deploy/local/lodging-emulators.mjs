#!/usr/bin/env node
// `npx lodging-emulators`, also in a clone where nothing is installed yet, and with an older Node than the project's own.
process.argv.splice(2, 0, 'emulators');
await import('./run.mjs');
