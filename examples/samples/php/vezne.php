<?php

declare(strict_types=1);

// The samples print the message alone. In your shop, catch it instead.
set_exception_handler(function (Throwable $error): never {
    file_put_contents('php://stderr', $error->getMessage() . "\n");
    exit(1);
});

/** Signs a request, sends it, and gives the decoded answer. */
function vezne(string $method, string $path, ?array $data = null): array
{
    $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;
    $body = $data === null ? '' : json_encode($data, $flags);
    $timestamp = (string) time();
    $parts = [$timestamp, $method, $path, $body, setting('VEZNE_HASH_SECRET')];
    $signature = hash_hmac('sha256', implode('.', $parts), setting('VEZNE_API_SECRET'));

    $request = curl_init(setting('VEZNE_URL') . $path);
    curl_setopt_array($request, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => [
            'Content-Type: application/json',
            'X-Api-Key: ' . setting('VEZNE_API_KEY'),
            "X-Timestamp: $timestamp",
            "X-Signature: $signature",
        ],
    ]);
    if ($body !== '') {
        curl_setopt($request, CURLOPT_POSTFIELDS, $body);
    }
    $answer = curl_exec($request);
    if ($answer === false) {
        // As after a 500, the outcome is not known:
        // send the same body again, and never refund yet.
        throw new RuntimeException('No answer: ' . curl_error($request));
    }
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    $result = json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
    if ($status >= 300) {
        throw new RuntimeException(explained($status, $result));
    }
    return $result;
}

/**
 * The reason, each field that is wrong, and the rest of the answer:
 * serverTime, if your clock is wrong, and requestId, to ask us about it.
 */
function explained(int $status, array $problem): string
{
    $lines = ["$status {$problem['code']}: {$problem['error']}"];
    foreach ($problem['fields'] ?? [] as $field) {
        $lines[] = "  {$field['path']} {$field['problem']}";
    }
    unset($problem['code'], $problem['error'], $problem['fields']);
    foreach ($problem as $name => $value) {
        $lines[] = "  $name: $value";
    }
    return implode("\n", $lines);
}

/** Without these flags, json_encode writes https:\/\/, which no browser opens. */
function show(array $answer, int $flags = JSON_PRETTY_PRINT): void
{
    $flags |= JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
    echo json_encode($answer, $flags | JSON_THROW_ON_ERROR), "\n";
}

function setting(string $name): string
{
    $value = getenv($name);
    return $value ?: throw new RuntimeException("$name is not set.");
}
