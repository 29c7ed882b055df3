// Owns the process of the inventory service.
import { runService } from '@lodging/kit-runtime';
import { buildInventory } from './app.ts';
import { inventorySettings } from './config.ts';

await runService({ name: 'inventory', settings: inventorySettings, build: buildInventory });
