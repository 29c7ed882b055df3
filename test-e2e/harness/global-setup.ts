import type { TestProject } from 'vitest/node';
import type { Demo } from './demo.ts';
import { runningLodging, startLodging } from './lodging.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    demo: Demo;
    home: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['LODGING_DEMO_JSON'];
  const lodging = running ? await runningLodging(running) : await startLodging();
  project.provide('demo', lodging.demo);
  project.provide('home', lodging.home);
  return () => lodging.stop();
}
