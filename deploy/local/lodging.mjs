#!/usr/bin/env node
// `npx lodging`, also in a clone where nothing is installed yet, and with an older Node than the project's own.
process.argv.splice(2, 0, 'lodging');
await import('./run.mjs');
