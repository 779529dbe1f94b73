<?php

require __DIR__ . '/vezne.php';

$id = $argv[1]; // txn_…
$answer = vezne('POST', "/v1/transactions/$id/cancel");

echo json_encode($answer, JSON_PRETTY_PRINT), "\n";
