<?php

declare(strict_types=1);

/** Signs a request, sends it, and gives the decoded answer. */
function vezne(string $method, string $path, ?array $data = null): array
{
    $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;
    $body = $data === null ? '' : json_encode($data, $flags);
    $timestamp = (string) time();
    $parts = [$timestamp, $method, $path, $body, getenv('HASH_SECRET')];
    $signature = hash_hmac('sha256', implode('.', $parts), getenv('API_SECRET'));

    $request = curl_init(getenv('VEZNE_URL') . $path);
    curl_setopt_array($request, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => [
            'Content-Type: application/json',
            'X-Api-Key: ' . getenv('API_KEY'),
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
        throw new RuntimeException("$status {$result['code']}: {$result['error']}");
    }
    return $result;
}
