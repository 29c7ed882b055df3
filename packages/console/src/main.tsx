import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';
import { createRoot } from 'react-dom/client';
import { applyPreferences } from './app/preferences.ts';
import { SessionGate } from './app/session-gate.tsx';
import { Worded } from './app/worded.tsx';

// The newest browsers have it; the others load it.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
applyPreferences();
const element = document.getElementById('console');
if (element === null) throw new Error('the page has no place for the console');
createRoot(element).render(
  <Worded>
    <SessionGate />
  </Worded>,
);
