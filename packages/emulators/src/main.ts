#!/usr/bin/env node
import process from 'node:process';
import { startMailbox } from './mail/start-mailbox.ts';
import { startBookingPage } from './pages/booking-page.ts';
import { startPaymentEmulator } from './payment/start-payment-emulator.ts';
import { readSettings, SettingsError } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const payment = await startPaymentEmulator(settings.payment);
  const mailbox = await startMailbox(settings.mail);
  const page = settings.bookingPage === undefined ? undefined : await startBookingPage(settings.bookingPage);
  log('ready', {
    payment: payment.url,
    mail: mailbox.url,
    smtp: mailbox.smtpUrl,
    ...(page !== undefined && { bookingPage: page.url }),
  });
  const stop = async (): Promise<void> => {
    await Promise.all([payment.stop(), mailbox.stop(), page?.stop()]);
    log('stopped', {});
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
}

function log(msg: string, fields: object): void {
  process.stdout.write(
    `${JSON.stringify({ level: 'info', time: new Date().toISOString(), name: 'emulators', msg, ...fields })}\n`,
  );
}

try {
  await main();
} catch (error) {
  const message =
    error instanceof SettingsError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
