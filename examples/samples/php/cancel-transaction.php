<?php

require __DIR__ . '/vezne.php';

if ($argc !== 2) {
    fwrite(STDERR, "usage: php $argv[0] txn_…\n");
    exit(2);
}
$id = $argv[1];
$answer = vezne('POST', "/v1/transactions/$id/cancel");

show($answer);
