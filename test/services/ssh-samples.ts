/**
 * Public keys that were created for these tests (their private keys were deleted), and the output of OpenSSH 9.2 for
 * each: `ssh-keygen -lf` and `ssh-keygen -l -E md5 -f`.
 */
export const samples = {
  'rsa-2048': {
    line:
      'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDezRmR9gPxLyohAWWKWKAnqc35GjrAgIMSF3jDg41uVTlIhm3TNX7L5Dzva97n' +
      'ESkKKXdaRfUEXA2xdk4it9Sqz4gfx3fKGzo1CG8vDYQSr+dY4i46tAWZmXvPIG2NdG/7/W3bCrf0+oHIl7B4Nwyg4hym4gIMZeaK' +
      'oPONwr650lu8IRMCUHOyidX4qegQWfLiTZ/5oDLL93tPAVgET6vry2yM2mIziQ+ns9dvp763LsnvRIciOi1j+p9qZSP9kSuV4vBK' +
      'Knas6luc31VgNgrzVxLTeNJNkqCh/VXL6FuB/CRbuOyFqS2IYI2xuDe2qWhJ8DfwgWW7qA75A90N5O0L rsa-2048 sample',
    sha256: '2048 SHA256:RmjSfSZXnF87Lsg9Mh73XK/8W7bjgH3AdS77TyvcJO8 rsa-2048 sample (RSA)',
    md5: '2048 MD5:08:a4:78:33:c0:4c:5a:51:d2:36:9a:e0:dc:09:e5:5f rsa-2048 sample (RSA)',
  },
  'rsa-3072': {
    line:
      'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQDmJJ5g8NnI4qWEn5XpshNHX9u28SMC6TdAb2BZLA1wQ3UenTnhID9qKAmTANg3' +
      'EEnIzfQUCVvCYM6euDov8KNRI8lT3rFoI+W9EvxKzfP7e8eP30PX/Ow1DL6xM4qP2A76Zu4iKZIP5Tcv73JGUoJ+IOgALfr9oWL/' +
      'FlLKqWkT8do+vZ5d2UB9DLO66iahqkMvDm5jLTck1qqEILx/yhfIfTUQLFNk4EVYhNh/77RsWPWYuRzUfRivop5TotG5TYZ9uOqQ' +
      'tprvPAOs+KTROxgHCHqqm14QsKeBaj2Ese+z8yXYHCY3LU0vGoAAp97ihy3LN9v/SddouPEQy7NfmCw6xUXBNKAWBlwRpqSoD0Xl' +
      'CpApWTjp957UWBf1uKgJRVx4GbRLjN9geQ5wMicXNZpoL0HwZFzTHwF2V2gJO8lMN5v9z7XjA9EDzp+5S9hWCLDqTtZ4l75LhM4Z' +
      'Ybs6V6ZcjJuSdl5y1YwGmT6NUz9mzO7XyswuzyRsyl9FTsLSIZE= rsa-3072 sample',
    sha256: '3072 SHA256:/f41nNL8WTcR5FidWN4dliY0ID81KY/ip30FbYR7t5w rsa-3072 sample (RSA)',
    md5: '3072 MD5:41:7a:21:3c:47:a6:51:0f:99:0b:0e:86:dd:06:f6:31 rsa-3072 sample (RSA)',
  },
  'ecdsa-256': {
    line:
      'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBMhvWmUkwaG/mp4l1l6XmXdPj7Al' +
      'Al/fHFPewRaT7DnRH63QfhXOu7JLiEnOQ9KY1NS4gg7mvLZ43YiSsIs7mBY= ecdsa-256 sample',
    sha256: '256 SHA256:wvbavQoBAXYkpSfYPa3rq53C1LOr3PCa+CL4EU6+G4Y ecdsa-256 sample (ECDSA)',
    md5: '256 MD5:bd:2e:16:c1:70:f6:60:5a:f0:63:67:5e:80:2a:4a:90 ecdsa-256 sample (ECDSA)',
  },
  'ecdsa-384': {
    line:
      'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBNMMVCzkbN8F8GnM+trcAi91pAN4' +
      'oLkov18IqLkHM0umhxKmAUlS+IxKnYAvZrSApxLVJhawRk/ove24PAidUSifhe66w7EYv12SOSVIYfLObjyvM6rqwQgIPkepf0An' +
      'RA== ecdsa-384 sample',
    sha256: '384 SHA256:QJ94jfcMi/8KTa04rbc/6f0eQgwKv+eAJlpYH6lWdew ecdsa-384 sample (ECDSA)',
    md5: '384 MD5:fd:78:87:76:20:7d:e0:91:42:f5:54:b8:a7:6f:e5:fa ecdsa-384 sample (ECDSA)',
  },
  'ecdsa-521': {
    line:
      'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBABYEdV+9jvavL8nWUqoGpAP0UvX' +
      '2y+1QAVkQxMhpIFDyU8bCf0/gv9kEZIzBiLXKFffcCJJeUmOWXda3EXCg2QbQgFwI7jBrgDk0MLLfj2ztnM8HWUbE3xnQ2yiZkRz' +
      'EkmbLFqxR5TUaCxRp/Hoa+zeIb1/KTUr9yjF7BGnl6fCY8eWrg== ecdsa-521 sample',
    sha256: '521 SHA256:AJbDnS//GSmMjNDOYgWXnKfwLDPZiwTlpV5nmWLImeY ecdsa-521 sample (ECDSA)',
    md5: '521 MD5:e7:c2:8e:cb:ab:08:96:ff:63:8f:05:11:f0:00:bf:5a ecdsa-521 sample (ECDSA)',
  },
  'ed25519-256': {
    line: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGvuYF1JPyREK0CR2ZsDygRYOih6KvNT/8wmUN8BcPVq ed25519-256 sample',
    sha256: '256 SHA256:3iUb48lgwcKhr/cN64HzNOKL97IfMAm83UyMLTPfQo4 ed25519-256 sample (ED25519)',
    md5: '256 MD5:4f:c2:a8:91:b2:8b:7b:0d:e0:ac:a3:04:d4:ba:a6:3b ed25519-256 sample (ED25519)',
  },
  dsa: {
    line:
      'ssh-dss AAAAB3NzaC1kc3MAAACBAJumEc9ub60wEdRAe6++fiotCMSyIbZ6QR9brWNp55NBuzoCuSi7yoVRZpjhu7hejowx7WvV' +
      'zDmAban58saErRo88gKAih8Wlt4rG4ZnjCnpQB8ZJf65MZqvNypEBY5WuPIhkJzfvNYEkbCXm3ccamnLAXcNukh6yvKJZkg1D931' +
      'AAAAFQCDu98p8xeWm7tVpwbCtnADA9do/wAAAIAgMUvkPfIQhha8GB9xvssqTU2xBlrx8DHeHYQneGBIhKGatsnWebeDS6LRX+wU' +
      'M9tDRCzSP4NUiZFocNOXn1s799MR6kQD9lrOtm4nE9my1+N7Ps1y0mqAetWX97gUgRVaSnBuYfsYBeAjudYBrd3lpO3f8zrjbJt4' +
      'NirYwLMv7AAAAIAzx79fEQZJoyBQnE27RC2C7YTy64tWdTX0dlPG8Bppw1T4iXDqX8xIy8SxjzcNMesNJyp2hA7lAJshpPyHZo+5' +
      '0PL7jPRn08YBEfjkNmA/6Y7cPpVgmZo7raROC51GT6gbFiVKbzcIYccxif+XyHztDW7fAz8wLuTqbc/tw5y61A== dsa sample',
    sha256: '1024 SHA256:vHeDB+be5CsGiC7I0Tc6wQBeIyrf54n+8OhrUZVa45U dsa sample (DSA)',
    md5: '1024 MD5:aa:e5:dc:94:c1:ba:28:05:77:56:cd:68:59:40:00:bf dsa sample (DSA)',
  },
  'sk-ed': {
    line:
      'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIGvuYF1JPyREK0CR2ZsDygRYOih6K' +
      'vNT/8wmUN8BcPVqAAAABHNzaDo= token sample',
    sha256: '256 SHA256:r0iDE/zHKcMyE9Bbx58WJIO/PZUAni7woPd1dcGm7+Y token sample (ED25519-SK)',
    md5: '256 MD5:4c:26:3d:7d:b6:d0:fc:fd:33:93:cd:88:f0:95:a0:92 token sample (ED25519-SK)',
  },
  'sk-ec': {
    line:
      'sk-ecdsa-sha2-nistp256@openssh.com AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbmlzdHAyN' +
      'TYAAABBBMhvWmUkwaG/mp4l1l6XmXdPj7AlAl/fHFPewRaT7DnRH63QfhXOu7JLiEnOQ9KY1NS4gg7mvLZ43YiSsIs7mBYAAAAEc' +
      '3NoOg== token sample',
    sha256: '256 SHA256:gvAXlVQpt+WIgLhL/MS7rcy8XEYKvvUkaNlLG/rBP/w token sample (ECDSA-SK)',
    md5: '256 MD5:74:51:c1:21:69:62:9c:05:3d:f8:4b:54:30:70:ff:26 token sample (ECDSA-SK)',
  },
  'ecdsa-256-cert': {
    line:
      'ecdsa-sha2-nistp256-cert-v01@openssh.com AAAAKGVjZHNhLXNoYTItbmlzdHAyNTYtY2VydC12MDFAb3BlbnNzaC5jb20' +
      'AAAAgefYZiValcbotl6qZILTimiHQCMOY49suUFr6mAp49WQAAAAIbmlzdHAyNTYAAABBBMhvWmUkwaG/mp4l1l6XmXdPj7AlAl/' +
      'fHFPewRaT7DnRH63QfhXOu7JLiEnOQ9KY1NS4gg7mvLZ43YiSsIs7mBYAAAAAAAAAKgAAAAEAAAAKYWxpY2UgMjAyNgAAABAAAAA' +
      'DZ2l0AAAABWFsaWNlAAAAAGlVuQAAAAAAazbsgAAAAAAAAACCAAAAFXBlcm1pdC1YMTEtZm9yd2FyZGluZwAAAAAAAAAXcGVybWl' +
      '0LWFnZW50LWZvcndhcmRpbmcAAAAAAAAAFnBlcm1pdC1wb3J0LWZvcndhcmRpbmcAAAAAAAAACnBlcm1pdC1wdHkAAAAAAAAADnB' +
      'lcm1pdC11c2VyLXJjAAAAAAAAAAAAAAAzAAAAC3NzaC1lZDI1NTE5AAAAIGvuYF1JPyREK0CR2ZsDygRYOih6KvNT/8wmUN8BcPV' +
      'qAAAAUwAAAAtzc2gtZWQyNTUxOQAAAEBc9c7K+Us5rFFBKXwDaJLgerpW39r8+o/8Z/TPPmmvxrzAtVKLn1T9+ahU0mAnNhDc9aH' +
      'fH3m6h6ZFTlfMqawE ecdsa-256 sample',
    sha256: '256 SHA256:wvbavQoBAXYkpSfYPa3rq53C1LOr3PCa+CL4EU6+G4Y ecdsa-256 sample (ECDSA-CERT)',
    md5: '256 MD5:bd:2e:16:c1:70:f6:60:5a:f0:63:67:5e:80:2a:4a:90 ecdsa-256 sample (ECDSA-CERT)',
  },
  'ed25519-256-cert': {
    line:
      'ssh-ed25519-cert-v01@openssh.com AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAID6L1n3WKpm36Ol' +
      'LKpuNAfLs4S53o0ZWbpDPPKZG2eeDAAAAIGvuYF1JPyREK0CR2ZsDygRYOih6KvNT/8wmUN8BcPVqAAAAAAAAAAAAAAABAAAAB2Z' +
      'vcmV2ZXIAAAAHAAAAA2dpdAAAAAAAAAAA//////////8AAAAAAAAAggAAABVwZXJtaXQtWDExLWZvcndhcmRpbmcAAAAAAAAAF3B' +
      'lcm1pdC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJtaXQtcG9ydC1mb3J3YXJkaW5nAAAAAAAAAApwZXJtaXQtcHR5AAAAAAA' +
      'AAA5wZXJtaXQtdXNlci1yYwAAAAAAAAAAAAABFwAAAAdzc2gtcnNhAAAAAwEAAQAAAQEA3s0ZkfYD8S8qIQFliligJ6nN+Ro6wIC' +
      'DEhd4w4ONblU5SIZt0zV+y+Q872ve5xEpCil3WkX1BFwNsXZOIrfUqs+IH8d3yhs6NQhvLw2EEq/nWOIuOrQFmZl7zyBtjXRv+/1' +
      't2wq39PqByJeweDcMoOIcpuICDGXmiqDzjcK+udJbvCETAlBzsonV+KnoEFny4k2f+aAyy/d7TwFYBE+r68tsjNpiM4kPp7PXb6e' +
      '+ty7J70SHIjotY/qfamUj/ZErleLwSip2rOpbnN9VYDYK81cS03jSTZKgof1Vy+hbgfwkW7jshaktiGCNsbg3tqloSfA38IFlu6g' +
      'O+QPdDeTtCwAAARQAAAAMcnNhLXNoYTItNTEyAAABAEeG1drGsTtQyBgSVsKBq7nAlYLEgq0eQzM7bK6F7eaw3Ma6Ozb0SjYRMOi' +
      'sbg52hhC6sv2cze8cqRuBJ9Pr0K9DnSTDbX65ycAHjWpaJC5fP2T/fm35gzPMEB040yiJXUYA5VvBPnGQ52F6Vok5ikw1XQbsOOi' +
      'GQmAISwWZhq4u8kWz4WIBUgmpJSo17XSh0Tkgkg+3KAXdIzZ6AZcSAqqKF19yT5JgEzeO02zZV7AfAN/PziF9vCBkub0GXWXVCBd' +
      'n25Z54YsPacrO9OrAj5nq+F18hOIolFhyiw1Umfu9A1J7XRPT7nqnmrJM0/vBYTfGukSLpjPfJvy0o3jiIJc= ed25519-256 sa' +
      'mple',
    sha256: '256 SHA256:3iUb48lgwcKhr/cN64HzNOKL97IfMAm83UyMLTPfQo4 ed25519-256 sample (ED25519-CERT)',
    md5: '256 MD5:4f:c2:a8:91:b2:8b:7b:0d:e0:ac:a3:04:d4:ba:a6:3b ed25519-256 sample (ED25519-CERT)',
  },
} as const;

/** The same keys as `ssh-keygen -e` writes them. */
export const converted = {
  'rsa-2048': `---- BEGIN SSH2 PUBLIC KEY ----
Comment: "2048-bit RSA, converted from OpenSSH"
AAAAB3NzaC1yc2EAAAADAQABAAABAQDezRmR9gPxLyohAWWKWKAnqc35GjrAgIMSF3jDg4
1uVTlIhm3TNX7L5Dzva97nESkKKXdaRfUEXA2xdk4it9Sqz4gfx3fKGzo1CG8vDYQSr+dY
4i46tAWZmXvPIG2NdG/7/W3bCrf0+oHIl7B4Nwyg4hym4gIMZeaKoPONwr650lu8IRMCUH
OyidX4qegQWfLiTZ/5oDLL93tPAVgET6vry2yM2mIziQ+ns9dvp763LsnvRIciOi1j+p9q
ZSP9kSuV4vBKKnas6luc31VgNgrzVxLTeNJNkqCh/VXL6FuB/CRbuOyFqS2IYI2xuDe2qW
hJ8DfwgWW7qA75A90N5O0L
---- END SSH2 PUBLIC KEY ----
`,
  'ecdsa-384': `-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE0wxULORs3wXwacz62twCL3WkA3iguSi/
XwiouQczS6aHEqYBSVL4jEqdgC9mtICnEtUmFrBGT+i97bg8CJ1RKJ+F7rrDsRi/
XZI5JUhh8s5uPK8zqurBCAg+R6l/QCdE
-----END PUBLIC KEY-----
`,
  'rsa-2048 as PKCS 1': `-----BEGIN RSA PUBLIC KEY-----
MIIBCgKCAQEA3s0ZkfYD8S8qIQFliligJ6nN+Ro6wICDEhd4w4ONblU5SIZt0zV+
y+Q872ve5xEpCil3WkX1BFwNsXZOIrfUqs+IH8d3yhs6NQhvLw2EEq/nWOIuOrQF
mZl7zyBtjXRv+/1t2wq39PqByJeweDcMoOIcpuICDGXmiqDzjcK+udJbvCETAlBz
sonV+KnoEFny4k2f+aAyy/d7TwFYBE+r68tsjNpiM4kPp7PXb6e+ty7J70SHIjot
Y/qfamUj/ZErleLwSip2rOpbnN9VYDYK81cS03jSTZKgof1Vy+hbgfwkW7jshakt
iGCNsbg3tqloSfA38IFlu6gO+QPdDeTtCwIDAQAB
-----END RSA PUBLIC KEY-----
`,
} as const;
