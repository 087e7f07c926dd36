;;; kvlog.el --- What a user of Emacs does with examples/kvlog -*- lexical-binding: t -*-

;; Ask for the actions at a site, run 100 seeds with one, see the failure at its
;; line, fix the code, see it clear. The environment has PAGE, whose first piece of
;; elisp is the configuration, and WORK, a copy of the example; OUT gets the
;; outcome. Emacs exits with 1 if something does not come.

(require 'json)
(package-initialize)
(setq make-backup-files nil create-lockfiles nil)

(defvar outcome nil)

(defun finish (code why)
  (push (cons 'why why) outcome)
  (with-temp-file (getenv "OUT") (insert (json-encode outcome) "\n"))
  (kill-emacs code))

(defun await (what seconds f)
  "What F gives as soon as that is not nil."
  (let ((end (+ (float-time) seconds)) (v nil))
    (while (and (not (setq v (funcall f))) (< (float-time) end))
      (run-hooks 'post-command-hook) ; nobody types, and eglot connects behind a command
      (accept-process-output nil 0.1))
    (or v (finish 1 (concat "it never came: " what)))))

(defun configure ()
  (with-temp-buffer
    (insert-file-contents (getenv "PAGE"))
    (re-search-forward "^```elisp\n\\(\\(?:.*\n\\)*?\\)```")
    (let ((said (match-string 1)))
      (erase-buffer)
      (insert "(progn " said ")")
      (goto-char (point-min))
      (eval (read (current-buffer)) t))))

(defun visit (file)
  (find-file (expand-file-name file (getenv "WORK")))
  (await "the server" 60 #'eglot-current-server))

(defun action (title)
  "The code action with TITLE at point."
  (seq-find (lambda (a) (string-prefix-p title (plist-get a :title)))
            (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                             (list :textDocument (eglot--TextDocumentIdentifier)
                                   :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                   :context (list :diagnostics [])))))

(defun failure ()
  (seq-find (lambda (d) (string-match-p "every acknowledged write is read back" (flymake-diagnostic-text d)))
            (flymake-diagnostics)))

(condition-case err
    (progn
      (configure)
      (let ((default-directory (file-name-as-directory (getenv "WORK"))))
        (call-process "git" nil nil nil "init" "-q")) ; what makes it a project
      (visit "client/history.go")
      (re-search-forward "sim\\.Always(")
      (let ((a (await "an action that runs seeds" 120 (lambda () (action "seedfall: run 100 seeds")))))
        (push (cons 'action (plist-get a :title)) outcome)
        (let ((command (plist-get a :command)))
          (if (stringp command)
              (eglot-execute-command (eglot-current-server) (intern command) (plist-get a :arguments))
            (eglot-execute-command (eglot-current-server) (intern (plist-get command :command)) (plist-get command :arguments)))))
      (let ((d (await "the failure" 180 #'failure)))
        (push (cons 'message (flymake-diagnostic-text d)) outcome)
        (push (cons 'line (line-number-at-pos (flymake-diagnostic-beg d))) outcome)
        (push (cons 'site (line-number-at-pos)) outcome))
      (with-current-buffer (find-file-noselect (expand-file-name "server/open.go" (getenv "WORK")))
        (goto-char (point-min))
        (search-forward "_, err = wal.Replay(f, apply)")
        (replace-match "intact, err := wal.Replay(f, apply)" t t)
        (search-forward "\t\terr = nil\n")
        (replace-match "\t\terr = f.Truncate(intact)\n" t t)
        (save-buffer))
      (await "the failure to go away" 240 (lambda () (not (failure))))
      (push (cons 'cleared t) outcome)
      (finish 0 "ok"))
  (error (finish 1 (format "%S" err))))
