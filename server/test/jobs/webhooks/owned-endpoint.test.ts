import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OwnedEndpoint } from '../../../src/jobs/webhooks/owned-endpoint.ts';
import type { OutgoingEvent } from '../../../src/jobs/webhooks/owned-endpoint.ts';

const NOW_MS = 1_000_000;

interface Desk {
  endpoint: OwnedEndpoint;
  /** Those that went to the exceptions without an attempt. */
  followers: OutgoingEvent[];
  /** A read brings these: a reference for each, with `!` where an earlier exception of it waits. */
  read: (readNo: number, ...references: string[]) => void;
  /** Sends all that may go now. */
  send: () => OutgoingEvent[];
  written: (event: OutgoingEvent, isException: boolean, readsBegun: number) => void;
}

function open(options: { doneAbove?: number[]; maxPlaces?: number } = {}): Desk {
  const followers: OutgoingEvent[] = [];
  const endpoint = new OwnedEndpoint({
    id: 'endpoint',
    partnerId: 'partner',
    claimNo: 1,
    position: 0,
    doneAbove: options.doneAbove ?? [],
    maxPlaces: options.maxPlaces ?? 16,
    nowMs: NOW_MS,
    onFollower: (_, event) => followers.push(event),
  });
  return {
    endpoint,
    followers,
    read(readNo, ...references) {
      const { room, readUpTo } = endpoint;
      const events = references.map((reference, index) => ({
        place: 0,
        feedNo: readUpTo + index + 1,
        eventId: `e${readUpTo + index + 1}`,
        reference: reference.replace('!', ''),
        body: reference === '-' ? null : '{}',
        isWaiting: reference.endsWith('!'),
      }));
      endpoint.beginRead();
      endpoint.take(events, { readNo, room });
    },
    send() {
      const sent: OutgoingEvent[] = [];
      for (let next = endpoint.next(NOW_MS); next !== undefined; next = endpoint.next(NOW_MS)) {
        endpoint.sent();
        sent.push(next);
      }
      return sent;
    },
    written(event, isException, readsBegun) {
      if (!event.isException) endpoint.markDone(event.feedNo);
      endpoint.written(event, { isException, readsBegun });
    },
  };
}

const ids = (events: readonly OutgoingEvent[]): string[] => events.map(({ eventId }) => eventId);

function only(events: readonly OutgoingEvent[]): OutgoingEvent {
  assert.equal(events.length, 1);
  return events[0] ?? assert.fail();
}

describe('an endpoint that a worker owns', () => {
  test('one event of a reference is in flight at a time, and other references go beside it', () => {
    const { endpoint, read, send } = open();
    read(1, 'a', 'a', 'b', 'a');
    const sent = send();
    assert.deepEqual(ids(sent), ['e1', 'e3']);
    endpoint.answered(sent[0] ?? assert.fail(), true, NOW_MS);
    assert.deepEqual(ids(send()), ['e2']);
  });

  test('what waits behind a failure becomes an exception with it', () => {
    const { endpoint, read, send, followers } = open();
    read(1, 'a', 'a', 'b', 'a');
    const [first] = send();
    endpoint.answered(first ?? assert.fail(), false, NOW_MS);
    assert.deepEqual(ids(followers), ['e2', 'e4']);
  });

  test('a reference is held until a read that began after its exception was written', () => {
    const { endpoint, read, send, written, followers } = open();
    read(1, 'a');
    const first = only(send());
    endpoint.answered(first, false, NOW_MS);
    // The second read began before the failure was written, and could not see it.
    written(first, true, 2);
    read(2, 'a');
    assert.deepEqual(send(), []);
    const second = only(followers);
    assert.equal(second.eventId, 'e2');
    written(second, true, 3);
    read(4, 'a');
    assert.deepEqual(ids(send()), ['e3']);
  });

  test('an event waits behind one in hand, even if a replayed one before both is an exception', () => {
    const { endpoint, read, send, followers } = open();
    read(1, 'a');
    const first = only(send());
    read(2, 'a!');
    assert.deepEqual(send(), []);
    assert.deepEqual(followers, []);
    endpoint.answered(first, true, NOW_MS);
    assert.deepEqual(ids(send()), ['e2']);
  });

  test('an event whose reference waits in the exceptions follows it there', () => {
    const { read, send, followers } = open();
    read(1, 'a!', 'b');
    assert.deepEqual(ids(send()), ['e2']);
    assert.deepEqual(ids(followers), ['e1']);
  });

  test('the position is the end of what is done without a gap', () => {
    const { endpoint, read } = open();
    read(1, 'a', 'b', 'c');
    endpoint.markDone(3);
    endpoint.markDone(2);
    assert.equal(endpoint.position, 0);
    endpoint.markDone(1);
    assert.equal(endpoint.position, 3);
  });

  test('what was done before it was taken over, or was not asked for, is passed over', () => {
    const { endpoint, read, send } = open({ doneAbove: [1, 3] });
    read(1, 'a', '-', 'c', 'd');
    assert.equal(endpoint.position, 3);
    assert.deepEqual(ids(send()), ['e4']);
  });

  test('what is announced while a read is on its way is read afterwards, and no second read beside it', () => {
    const { endpoint } = open();
    const { room } = endpoint;
    endpoint.beginRead();
    assert.equal(endpoint.room, 0);
    endpoint.mayHaveMore = true;
    assert.equal(endpoint.room, 0, 'it is being read');
    endpoint.take([], { readNo: 1, room });
    assert.ok(endpoint.room > 0, 'the read may not have seen it');
    endpoint.beginRead();
    endpoint.take([], { readNo: 2, room });
    assert.equal(endpoint.room, 0, 'there was nothing more');
    endpoint.mayHaveMore = true;
    endpoint.beginRead();
    endpoint.failRead();
    assert.ok(endpoint.room > 0, 'a read that failed is read again');
  });

  test('an endpoint has a backlog as long as a read brings all that it asked for', () => {
    const { endpoint, read } = open();
    read(1, ...Array.from({ length: endpoint.room }, (_, index) => `r${index}`));
    assert.equal(endpoint.hasBacklog, true);
    assert.equal(endpoint.mayHaveMore, true);
    read(2, 'the last');
    assert.equal(endpoint.hasBacklog, false);
    assert.equal(endpoint.mayHaveMore, false);
  });

  test('reading stops when it is far ahead of an event that hangs', () => {
    const { endpoint, read, send, written } = open({ maxPlaces: 2 });
    read(1, 'hangs');
    only(send());
    endpoint.mayHaveMore = true;
    let reads = 1;
    while (endpoint.room > 0 && reads < 1_000) {
      reads += 1;
      read(reads, ...Array.from({ length: endpoint.room }, (_, index) => `r${reads}-${index}`));
      for (let sent = send(); sent.length > 0; sent = send()) {
        for (const event of sent) {
          endpoint.answered(event, true, NOW_MS);
          written(event, false, reads);
        }
      }
    }
    assert.equal(endpoint.position, 0);
    assert.equal(endpoint.readUpTo, OwnedEndpoint.MAX_AHEAD);
  });

  test('exceptions that are due and new events take turns', () => {
    const { endpoint, read, send } = open({ maxPlaces: 4 });
    read(1, 'a', 'b', 'c', 'd');
    const due = ['x', 'y', 'z'].map((eventId, index) => ({
      place: 0,
      feedNo: -index,
      eventId,
      reference: eventId,
      body: '{}',
      attempts: 1,
      scheduleFrom: 0,
    }));
    endpoint.takeDue(due, { readNo: 1, room: 4 });
    assert.deepEqual(ids(send()).toSorted(), ['e1', 'e2', 'x', 'y']);
    // What is in hand still looks due to the next read.
    endpoint.takeDue(due, { readNo: 2, room: 7 });
    assert.deepEqual(ids(send()), []);
  });

  test('an exception that was taken does not go again because a read began before that was written', () => {
    const { endpoint, send } = open({ maxPlaces: 4 });
    const due = {
      place: 0,
      feedNo: 1,
      eventId: 'x',
      reference: 'a',
      body: '{}',
      attempts: 1,
      scheduleFrom: 0,
    };
    endpoint.takeDue([due], { readNo: 1, room: 4 });
    const [sent] = send();
    assert.ok(sent);
    // The second read has begun, the outcome is written, and the answer of that read shows the row as it was.
    endpoint.answered(sent, true, 0);
    endpoint.written(sent, { isException: false, readsBegun: 2 });
    endpoint.takeDue([due], { readNo: 2, room: 5 });
    assert.deepEqual(ids(send()), []);
    assert.ok(endpoint.dueRoom > 0, 'it asks once more');
    endpoint.takeDue([due], { readNo: 3, room: 5 });
    assert.deepEqual(ids(send()), ['x'], 'now it is due: a replay');
  });

  test('what was in flight when the endpoint was lost keeps its places after it is taken again', () => {
    const { endpoint: past, read, send } = open({ maxPlaces: 2 });
    read(1, 'a', 'b');
    const [first] = send();
    past.isGone = true;
    const again = new OwnedEndpoint({
      id: past.id,
      partnerId: past.partnerId,
      claimNo: 2,
      position: 0,
      doneAbove: [],
      maxPlaces: 2,
      past,
      nowMs: NOW_MS,
      onFollower: () => assert.fail(),
    });
    const events = ['a', 'b'].map((reference, index) => ({
      place: 0,
      feedNo: index + 1,
      eventId: `e${index + 1}`,
      reference,
      body: '{}',
      isWaiting: false,
    }));
    again.take(events, { readNo: 2, room: 128 });
    assert.equal(again.next(NOW_MS), undefined);
    past.answered(first ?? assert.fail(), true, NOW_MS);
    assert.equal(again.next(NOW_MS)?.eventId, 'e1');
  });
});
