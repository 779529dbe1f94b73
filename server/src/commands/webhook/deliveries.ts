import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addDeliveriesList } from './deliveries-list.ts';
import { addDeliveriesShow } from './deliveries-show.ts';

export function addDeliveries(webhook: Command): void {
  const deliveries = defineGroup(webhook, 'deliveries', 'events on their way to endpoints, and every try');
  addDeliveriesList(deliveries);
  addDeliveriesShow(deliveries);
}
