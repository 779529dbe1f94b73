<?php

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Whether one of the signatures was made with one of the secrets, for these very bytes, just now. */
function is_signed(string $id, string $timestamp, string $body, string $signatures, array $secrets): bool
{
    if (!preg_match('/^[1-9][0-9]{0,11}$/D', $timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    foreach ($secrets as $secret) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", webhook_key($secret), true));
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}

/** The bytes that the base64 after whsec_ stands for. Never go on without them: anybody can sign with an empty key. */
function webhook_key(string $secret): string
{
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6), true) : false;
    if ($key === false || strlen($key) < 24) {
        throw new RuntimeException('VEZNE_WEBHOOK_SECRET must hold the secret of the endpoint, from whsec_ to its end.');
    }
    return $key;
}

/**
 * Does the work once for each event. So that this sample needs no database, a file holds the shop's data and the
 * processed events, and is replaced as a whole. In your shop this is one transaction: begin; insert the id of the
 * event into a table whose primary key it is; if it was there already, do nothing more; otherwise do the work; commit.
 */
function once(string $file, string $eventId, callable $work): void
{
    $lock = fopen("$file.lock", 'c');
    flock($lock, LOCK_EX);
    $shop = is_file($file)
        ? json_decode(file_get_contents($file), true, flags: JSON_THROW_ON_ERROR)
        : ['credits' => [], 'processedEvents' => []];
    if (!isset($shop['processedEvents'][$eventId])) {
        $work($shop);
        $shop['processedEvents'][$eventId] = true;
        file_put_contents("$file.new", json_encode($shop, JSON_THROW_ON_ERROR));
        rename("$file.new", $file);
    }
    fclose($lock);
}

function receive(): int
{
    $body = file_get_contents('php://input'); // the raw bytes, before anything has parsed them
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
    // One secret; while it is being replaced, two with a space between them.
    $secrets = explode(' ', (string) getenv('VEZNE_WEBHOOK_SECRET'));
    if (!is_signed($id, $timestamp, $body, $signatures, $secrets)) {
        return 401;
    }
    $event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    once((string) getenv('SHOP_FILE'), $id, function (array &$shop) use ($event): void {
        switch ($event['event']) {
            case 'deposit.approved': // the money has arrived; a correction that came before it stands
            case 'withdrawal.rejected': // nothing was paid out: the player gets it back
                $shop['credits'][$event['transactionId']] ??= $event['playerAmountCents'];
                break;
            case 'deposit.corrected': // an approval was wrong: this amount takes the place of the earlier one
                $shop['credits'][$event['transactionId']] = $event['playerAmountCents'];
                break;
            default: // nothing to credit, or an event of a later version
        }
    });
    return 200;
}

// A warning, such as that of a full disk, is a failure too: only what was surely done may be answered with 200.
set_error_handler(function (int $level, string $message): never {
    throw new RuntimeException($message);
});
try {
    $status = receive();
} catch (Throwable $error) {
    error_log((string) $error);
    $status = 500; // the service sends the event again
}
error_log("answered $status");
http_response_code($status);
