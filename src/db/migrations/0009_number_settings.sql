-- A start number can be taken back: without a setting the accounts of a currency are numbered by the common series, and a
-- currency that nothing else uses can then be deleted.
grant delete on account_number_settings to sarraf_app;
