import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo } from './demo.ts';
import { makeLodging, makeTenant } from './own-tenant.ts';
import type { OwnTenant } from './own-tenant.ts';

export interface Operator {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A browser of its own at a screen of the console. */
export interface Desk {
  readonly page: Page;
  /** Errors of scripts, and what the content security policy has stopped. */
  readonly faults: string[];
}

export async function makeOperator(
  tenant: OwnTenant,
  { name, role }: { readonly name: string; readonly role: 'admin' | 'manager' | 'front_desk' | 'viewer' },
): Promise<Operator> {
  const operator = {
    name,
    email: `desk-${randomUUID()}@example.com`,
    password: 'a-long-password-of-a-desk',
  };
  const path = `/admin/v1/tenants/${tenant.id}/operators`;
  const { status, body } = await tenant.admin.post<{ id: string }>(path, { ...operator, role });
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...operator, id: body.id };
}

interface DeskOptions extends BrowserContextOptions {
  /** Before the first page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** Signs an operator in, in a browser of its own. */
export async function openDesk(
  browser: Browser,
  demo: Demo,
  operator: Operator,
  path: string,
  { prepare, ...options }: DeskOptions = {},
): Promise<Desk> {
  const look = { locale: 'en-GB', viewport: { width: 1280, height: 900 } };
  const context = await browser.newContext({ ...look, ...options });
  await prepare?.(context);
  const page = await context.newPage();
  page.setDefaultTimeout(25_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  await page.goto(new URL(path, demo.consoleUrl).href);
  await page.getByLabel('E-mail address').fill(operator.email);
  await page.getByLabel('Password').fill(operator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return { page, faults };
}

export interface SellingDesk extends Desk {
  readonly tenant: OwnTenant;
  readonly resource: { readonly id: string; readonly name: string; readonly roomTypeId: string };
  readonly ratePlanId: string;
}

/** A manager of a tenant with one room. */
export async function openSellingDesk(browser: Browser, demo: Demo, path: string): Promise<SellingDesk> {
  const tenant = await makeTenant(demo);
  const made = await makeLodging(tenant.secret);
  const { body } = await tenant.secret.get<{ name: string; roomType: { id: string } }>(
    `/v1/resources/${made.id}`,
  );
  const operator = await makeOperator(tenant, { name: 'Mara Lindt', role: 'manager' });
  const desk = await openDesk(browser, demo, operator, path);
  const resource = { id: made.id, name: body.name, roomTypeId: body.roomType.id };
  return { ...desk, tenant, resource, ratePlanId: made.ratePlanId };
}
