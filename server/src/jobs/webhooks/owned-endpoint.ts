import type { DueException } from '../../db/read/webhooks/due-exceptions.ts';
import type { UndeliveredEvent } from '../../db/read/webhooks/undelivered-events.ts';

/** An event on its way to an endpoint. */
export interface OutgoingEvent {
  readonly feedNo: number;
  readonly eventId: string;
  readonly reference: string;
  readonly body: string;
  /** The read that brought it. */
  readonly readNo: number;
  /** Exceptions have a row of their own, and are not counted by the position. */
  readonly isException: boolean;
  readonly attempts: number;
  readonly scheduleFrom: number;
}

/** Events of one read. More are read when half of them are left. */
const MAX_READ = 128;
/**
 * How far reading goes ahead of the position, which an event that hangs keeps back. Whoever takes the endpoint over looks at so many
 * events, and has so many numbers in memory.
 */
const MAX_AHEAD = 4_096;
/** An endpoint that failed this many times in a row is probably down. A few places are enough to notice that it is back. */
const DOWN_AFTER_FAILURES = 5;
const PLACES_WHEN_DOWN = 2;
const FIRST_PROBE_MS = 1_000;
const LONGEST_PROBE_MS = 30_000;
/** No read has seen the outcome. */
const UNWRITTEN = Infinity;

/**
 * What a worker knows of an endpoint while it owns it: what was read, what is in flight, and up to where everything is done. Events of
 * one reference go one after another; those of others go beside them.
 *
 * While an endpoint is down, new events are not tried one after another, each to become an exception: one goes now and then, to see
 * whether it is back. The others wait above the position, and then come at full speed.
 */
export class OwnedEndpoint {
  readonly id: string;
  readonly partnerId: string;
  /** The claim by which the process owns it. */
  readonly claimNo: number;
  /** There may be events that have not been read. */
  mayHaveMore = true;
  /** The last read brought as much as it asked for: it has a backlog. */
  hasBacklog = false;
  /** There may be exceptions that are due and have not been read. */
  mayHaveDue = true;
  /** It is given back when nothing is in flight. Nothing new is sent. */
  isLeaving = false;
  /** It is lost, or what is known here is. What is still in flight is only logged. */
  isGone = false;
  /** Outcomes that have not been written. */
  unsettled = 0;
  inFlight = 0;
  usedAtMs: number;

  readonly #maxPlaces: number;
  #isBeingRead = false;
  #past: OwnedEndpoint | undefined;
  readonly #onFollower: (endpoint: OwnedEndpoint, event: OutgoingEvent) => void;
  #position: number;
  #readUpTo: number;
  /** Numbers above the position that are done. */
  readonly #done = new Set<number>();
  /** Numbers that were done before it was taken over. */
  readonly #doneBefore: Set<number>;
  #queue: OutgoingEvent[] = [];
  #queueStart = 0;
  /** Those whose turn has come because the one before them was taken. */
  readonly #ready: OutgoingEvent[] = [];
  /** The references that have an event in flight, and what waits behind it. */
  readonly #lines = new Map<string, OutgoingEvent[] | null>();
  /**
   * The references that have something on its way to the exceptions. What is read of them is an exception too, until a read that began
   * after that was written: an earlier one can't have seen it, and would let an event pass the one it has to wait for.
   */
  readonly #held = new Map<string, { unwritten: number; fromRead: number }>();
  /** Exceptions that may be tried. They take turns with what is new: neither waits for the end of the other. */
  #due: OutgoingEvent[] = [];
  /**
   * Those that are due or in flight here, or whose outcome has not been written; and then the number of the first read that has seen the
   * outcome. One that began before brings them as they were, and they would go once more.
   */
  readonly #exceptionsInHand = new Map<string, number>();
  #isTurnOfException = true;
  #failures = 0;
  #probeAtMs = 0;
  #probeWaitMs = FIRST_PROBE_MS;

  constructor({
    id,
    partnerId,
    claimNo,
    position,
    doneAbove,
    maxPlaces,
    past,
    nowMs,
    onFollower,
  }: {
    id: string;
    partnerId: string;
    claimNo: number;
    position: number;
    doneAbove: readonly number[];
    maxPlaces: number;
    /** The same endpoint as it was before it was lost. */
    past?: OwnedEndpoint | undefined;
    nowMs: number;
    onFollower: (endpoint: OwnedEndpoint, event: OutgoingEvent) => void;
  }) {
    this.id = id;
    this.partnerId = partnerId;
    this.claimNo = claimNo;
    this.#position = position;
    this.#readUpTo = position;
    this.#doneBefore = new Set(doneAbove);
    this.#maxPlaces = maxPlaces;
    this.#past = past;
    this.usedAtMs = nowMs;
    this.#onFollower = onFollower;
  }

  static readonly MAX_AHEAD = MAX_AHEAD;

  /** Everything up to here is done. */
  get position(): number {
    return this.#position;
  }

  get readUpTo(): number {
    return this.#readUpTo;
  }

  get isIdle(): boolean {
    return (
      this.inFlight === 0 &&
      this.unsettled === 0 &&
      this.#queued === 0 &&
      this.#due.length === 0 &&
      this.#readUpTo === this.#position
    );
  }

  get #queued(): number {
    return this.#queue.length - this.#queueStart;
  }

  get #isDown(): boolean {
    return this.#failures >= DOWN_AFTER_FAILURES;
  }

  /** With what was sent before it was lost and taken again. */
  get occupiedPlaces(): number {
    if (this.#past === undefined) return this.inFlight;
    const before = this.#past.occupiedPlaces;
    if (before === 0) this.#past = undefined;
    return this.inFlight + before;
  }

  /** How many more may be in flight. */
  get #freePlaces(): number {
    if (this.isLeaving || this.isGone) return 0;
    return (this.#isDown ? PLACES_WHEN_DOWN : this.#maxPlaces) - this.occupiedPlaces;
  }

  /** How many events may be read now. */
  get room(): number {
    if (this.#isBeingRead || !this.mayHaveMore || this.isLeaving || this.isGone) return 0;
    if (this.#queued > MAX_READ / 2) return 0;
    return Math.min(MAX_READ, this.#position + MAX_AHEAD - this.#readUpTo);
  }

  /** A read begins. What is announced from now on may be missing from it. */
  beginRead(): void {
    this.#isBeingRead = true;
    this.mayHaveMore = false;
  }

  /** Nothing is known of what it would have brought. */
  failRead(): void {
    this.#isBeingRead = false;
    this.mayHaveMore = true;
  }

  /** How many due exceptions may be read now, with those that are in hand: they look due until their outcome is written. */
  get dueRoom(): number {
    if (!this.mayHaveDue || this.isLeaving || this.isGone || this.#due.length > this.#maxPlaces / 2) return 0;
    return this.#maxPlaces + this.#exceptionsInHand.size;
  }

  /** What a read has brought, in the order of the feed. `room` is what it asked for. */
  take(events: readonly UndeliveredEvent[], { readNo, room }: { readNo: number; room: number }): void {
    if (this.#queued === 0) this.#forgetHolds(readNo);
    this.#isBeingRead = false;
    this.hasBacklog = events.length === room;
    if (this.hasBacklog) this.mayHaveMore = true;
    for (const { feedNo, eventId, reference, body, isWaiting } of events) {
      this.#readUpTo = feedNo;
      if (body === null || this.#doneBefore.delete(feedNo)) {
        this.markDone(feedNo);
        continue;
      }
      const event = {
        feedNo,
        eventId,
        reference,
        body,
        readNo,
        isException: false,
        attempts: 0,
        scheduleFrom: 0,
      };
      // Behind one that is in hand here it waits in line, whatever the exceptions say: after a replay they have an earlier one, and this
      // one would go as soon as that has ended.
      if (isWaiting && !this.#hasInHand(reference)) this.#follow(event);
      else this.#queue.push(event);
    }
  }

  /** What a read of due exceptions has brought. `room` is what it asked for. */
  takeDue(exceptions: readonly DueException[], { readNo, room }: { readNo: number; room: number }): void {
    let isOutdated = false;
    for (const [eventId, fromRead] of this.#exceptionsInHand) {
      if (fromRead <= readNo) this.#exceptionsInHand.delete(eventId);
      else if (fromRead !== UNWRITTEN) isOutdated = true;
    }
    this.mayHaveDue = isOutdated || exceptions.length === room;
    for (const { place: _, ...exception } of exceptions) {
      if (this.#exceptionsInHand.has(exception.eventId)) continue;
      this.#exceptionsInHand.set(exception.eventId, UNWRITTEN);
      this.#due.push({ ...exception, readNo, isException: true });
    }
  }

  /** The next event to send, if there is a place for it. */
  next(nowMs: number): OutgoingEvent | undefined {
    if (this.#freePlaces <= 0) return undefined;
    this.#isTurnOfException = !this.#isTurnOfException;
    return this.#isTurnOfException
      ? (this.#due.shift() ?? this.#nextNew(nowMs))
      : (this.#nextNew(nowMs) ?? this.#due.shift());
  }

  #nextNew(nowMs: number): OutgoingEvent | undefined {
    if (this.#isDown && nowMs < this.#probeAtMs) return undefined;
    const ready = this.#ready.pop();
    if (ready !== undefined) return ready;
    for (;;) {
      const event = this.#queue[this.#queueStart];
      if (event === undefined) return undefined;
      this.#queueStart += 1;
      if (this.#queueStart > 2 * MAX_READ) {
        this.#queue = this.#queue.slice(this.#queueStart);
        this.#queueStart = 0;
      }
      if (this.#isHeld(event)) {
        this.#follow(event);
        continue;
      }
      const line = this.#lines.get(event.reference);
      if (line === undefined) {
        this.#lines.set(event.reference, null);
        return event;
      }
      if (line === null) this.#lines.set(event.reference, [event]);
      else line.push(event);
    }
  }

  sent(): void {
    this.inFlight += 1;
  }

  answered(event: OutgoingEvent, isDelivered: boolean, nowMs: number): void {
    this.inFlight -= 1;
    this.usedAtMs = nowMs;
    this.#failures = isDelivered ? 0 : this.#failures + 1;
    if (!this.#isDown) this.#probeWaitMs = FIRST_PROBE_MS;
    else if (!event.isException) {
      this.#probeAtMs = nowMs + this.#probeWaitMs;
      this.#probeWaitMs = Math.min(2 * this.#probeWaitMs, LONGEST_PROBE_MS);
    }
    if (event.isException) return;
    const behind = this.#lines.get(event.reference);
    if (!isDelivered) {
      this.#hold(event.reference);
      this.#lines.delete(event.reference);
      for (const follower of behind ?? []) this.#follow(follower);
      return;
    }
    const next = behind?.shift();
    if (next === undefined) this.#lines.delete(event.reference);
    else this.#ready.push(next);
  }

  /** Counts for the position from now on. */
  markDone(feedNo: number): void {
    this.#done.add(feedNo);
    while (this.#done.delete(this.#position + 1)) this.#position += 1;
  }

  /** Its outcome is written. `readsBegun`: the number of the last read that has begun by now. */
  written(
    event: OutgoingEvent,
    { isException, readsBegun }: { isException: boolean; readsBegun: number },
  ): void {
    if (event.isException) {
      this.#exceptionsInHand.set(event.eventId, readsBegun + 1);
      // The next of its reference may go now.
      this.mayHaveDue = true;
      return;
    }
    const held = isException ? this.#held.get(event.reference) : undefined;
    if (held === undefined) return;
    held.unwritten -= 1;
    held.fromRead = readsBegun + 1;
  }

  #hasInHand(reference: string): boolean {
    if (this.#lines.has(reference)) return true;
    for (let place = this.#queueStart; place < this.#queue.length; place += 1) {
      if (this.#queue[place]?.reference === reference) return true;
    }
    return false;
  }

  #follow(event: OutgoingEvent): void {
    this.#hold(event.reference);
    this.#onFollower(this, event);
  }

  #hold(reference: string): void {
    const held = this.#held.get(reference);
    if (held === undefined) this.#held.set(reference, { unwritten: 1, fromRead: 0 });
    else held.unwritten += 1;
  }

  #isHeld({ reference, readNo }: OutgoingEvent): boolean {
    const held = this.#held.get(reference);
    return held !== undefined && (held.unwritten > 0 || readNo < held.fromRead);
  }

  /** With an empty queue nothing is left of the reads before this one. */
  #forgetHolds(readNo: number): void {
    for (const [reference, { unwritten, fromRead }] of this.#held) {
      if (unwritten === 0 && fromRead <= readNo) this.#held.delete(reference);
    }
  }
}
