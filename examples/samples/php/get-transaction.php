<?php

require __DIR__ . '/vezne.php';

$id = $argv[1]; // txn_…
$answer = vezne('GET', "/v1/transactions/$id");

show($answer);
